import type { IntentChance } from '#providers/search-data/lists.ts';
import type { RunBusinessType } from '../../runs/research-run.ts';
import type { KeywordIntent } from '#providers/search-data/index.ts';

/** Points that a part of the score can give; together 100. */
const POINTS = { volume: 35, fit: 35, difficulty: 15, intent: 15 } as const;

/** Searches a month that give all points of the volume. */
const VOLUME_FULL = 100_000;

/** How much an intent is worth to a type of business, 0 to 1. */
const INTENT_WORTH: Readonly<Record<RunBusinessType, Readonly<Record<KeywordIntent, number>>>> = {
  local: { transactional: 1, commercial: 0.8, informational: 0.3, navigational: 0.2 },
  saas: { transactional: 1, commercial: 1, informational: 0.5, navigational: 0.2 },
  game: { transactional: 1, commercial: 0.7, informational: 0.5, navigational: 0.2 },
  marketplace: { transactional: 1, commercial: 0.9, informational: 0.3, navigational: 0.2 },
  ecommerce: { transactional: 1, commercial: 0.9, informational: 0.3, navigational: 0.2 },
  service: { transactional: 1, commercial: 0.9, informational: 0.4, navigational: 0.2 },
  content: { transactional: 0.4, commercial: 0.7, informational: 1, navigational: 0.2 },
};

/** Points by part; null: unknown, which gives none. */
export interface ScoreParts {
  readonly volume: number | null;
  readonly fit: number;
  readonly difficulty: number | null;
  readonly intent: number | null;
}

export interface Score {
  /** 0 to 100: the sum of the parts. */
  readonly score: number;
  readonly parts: ScoreParts;
}

export interface ScoredKeyword {
  readonly searchVolume: number | null;
  /** 0 to 100. */
  readonly keywordDifficulty: number | null;
  /** Empty: unknown. */
  readonly intents: readonly IntentChance[];
  /** 0 to 1. */
  readonly fit: number;
}

/** What a keyword is worth to a business: how often it is searched for, how well it fits, how hard it is, what searchers want. */
export function scoreKeyword(keyword: ScoredKeyword, businessType: RunBusinessType): Score {
  const parts: ScoreParts = {
    volume: keyword.searchVolume === null ? null : toPoints(Math.log1p(keyword.searchVolume) / Math.log1p(VOLUME_FULL), POINTS.volume),
    fit: toPoints(keyword.fit, POINTS.fit),
    difficulty: keyword.keywordDifficulty === null ? null : toPoints(1 - keyword.keywordDifficulty / 100, POINTS.difficulty),
    intent: keyword.intents.length === 0 ? null : toPoints(toWorth(keyword.intents, businessType), POINTS.intent),
  };
  const sum = Object.values(parts).reduce<number>((total, points: number | null) => total + (points ?? 0), 0);
  return { score: round(sum), parts };
}

/** The mean worth of the intents, each by how probable it is. */
function toWorth(intents: readonly IntentChance[], businessType: RunBusinessType): number {
  const worth = INTENT_WORTH[businessType];
  const total = intents.reduce((sum, { probability }) => sum + probability, 0);
  return total === 0 ? 0 : intents.reduce((sum, { label, probability }) => sum + worth[label] * probability, 0) / total;
}

function toPoints(share: number, most: number): number {
  return round(most * Math.min(1, Math.max(0, share)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
