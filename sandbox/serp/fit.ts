import type { Intent } from '../world/modifiers.ts';
import type { Home, SiteRole } from '../world/sites.ts';
import type { BusinessType } from '../world/topics.ts';
import type { SerpQuery } from './query.ts';

type Fit = readonly [informational: number, commercial: number, transactional: number, navigational: number];

/** How well a kind of site answers an intent, 0 to 1. */
const ROLE_FIT: Readonly<Record<SiteRole, Fit>> = {
  saas: [0.6, 0.85, 1, 0.9],
  ecommerce: [0.45, 0.75, 1, 0.8],
  local: [0.5, 0.85, 1, 0.8],
  content: [1, 0.8, 0.4, 0.5],
  service: [0.6, 0.85, 1, 0.8],
  marketplace: [0.3, 0.75, 1, 0.8],
  game: [0.5, 0.85, 1, 0.9],
  reference: [0.9, 0.3, 0.1, 0.5],
  forum: [0.75, 0.7, 0.25, 0.2],
  video: [0.7, 0.45, 0.15, 0.3],
  news: [0.6, 0.45, 0.1, 0.3],
  reviews: [0.45, 1, 0.5, 0.3],
  institution: [0.7, 0.2, 0.1, 0.3],
};
const INTENT_PLACE: Readonly<Record<Intent, number>> = { informational: 0, commercial: 1, transactional: 2, navigational: 3 };

const HOMES_FOR_ENGLISH: Readonly<Record<string, Readonly<Record<Home, number>>>> = {
  US: { world: 1, us: 1, uk: 0.3, de: 0, fr: 0, es: 0 },
  GB: { world: 0.85, us: 0.55, uk: 1, de: 0, fr: 0, es: 0 },
  DE: { world: 1, us: 0.75, uk: 0.75, de: 0.35, fr: 0, es: 0 },
};
const ENGLISH_ELSEWHERE: Readonly<Record<Home, number>> = { world: 1, us: 0.75, uk: 0.7, de: 0.05, fr: 0.05, es: 0.05 };
const ELSEWHERE: Readonly<Record<Home, number>> = { world: 0.45, us: 0.12, uk: 0.1, de: 0, fr: 0, es: 0 };
const OWN_LANGUAGE: Readonly<Record<string, Readonly<Record<Home, number>>>> = {
  de: { ...ELSEWHERE, de: 1 },
  fr: { ...ELSEWHERE, fr: 1 },
  es: { ...ELSEWHERE, es: 1 },
};
const OTHER_LANGUAGE: Readonly<Record<Home, number>> = { world: 1, us: 0.35, uk: 0.35, de: 0.3, fr: 0, es: 0 };

/** Shops fit badly where people look for a local service or for something to read. */
const SHOP_FIT: Readonly<Partial<Record<BusinessType, number>>> = { local: 0.35, service: 0.4, content: 0.7 };

/** How well sites of each role answer the query, 0 to 1. */
export function roleFits({ facts }: SerpQuery): Readonly<Record<SiteRole, number>> {
  const column = INTENT_PLACE[facts.intent];
  const fits = Object.fromEntries(Object.entries(ROLE_FIT).map(([role, fit]) => [role, fit[column] ?? 0])) as Record<SiteRole, number>;
  return { ...fits, ecommerce: fits.ecommerce * (SHOP_FIT[facts.topic.kind] ?? 1) };
}

/** How well sites of each home are known where the searcher is, 0 to 1. */
export function homeFits(query: SerpQuery): Readonly<Record<Home, number>> {
  if (query.languageCode === 'en') return HOMES_FOR_ENGLISH[query.place.country] ?? ENGLISH_ELSEWHERE;
  return OWN_LANGUAGE[query.languageCode] ?? OTHER_LANGUAGE;
}
