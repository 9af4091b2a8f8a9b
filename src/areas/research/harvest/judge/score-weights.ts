import type { KeywordIntent } from '#providers/search-data/index.ts';
import type { RunBusinessType } from '../../runs/research-run.ts';

/** Points that a part of the score can give; together 100. */
export const POINTS = { volume: 35, fit: 35, difficulty: 15, intent: 15 } as const;

/** Searches a month that give all points of the volume. */
export const VOLUME_FULL = 100_000;

/** How much an intent is worth to a type of business, 0 to 1. */
export const INTENT_WORTH: Readonly<Record<RunBusinessType, Readonly<Record<KeywordIntent, number>>>> = {
  local: { transactional: 1, commercial: 0.8, informational: 0.3, navigational: 0.2 },
  saas: { transactional: 1, commercial: 1, informational: 0.5, navigational: 0.2 },
  game: { transactional: 1, commercial: 0.7, informational: 0.5, navigational: 0.2 },
  marketplace: { transactional: 1, commercial: 0.9, informational: 0.3, navigational: 0.2 },
  ecommerce: { transactional: 1, commercial: 0.9, informational: 0.3, navigational: 0.2 },
  service: { transactional: 1, commercial: 0.9, informational: 0.4, navigational: 0.2 },
  content: { transactional: 0.4, commercial: 0.7, informational: 1, navigational: 0.2 },
};
