import { hashText, mix, noise, unit } from '../hashing.ts';
import type { Intent } from '../world/modifiers.ts';
import { queryHash, type SerpQuery } from './query.ts';

type Chances = Readonly<Record<Intent, number>>;

/** How often an element stands on the first page, by intent, for both engines. */
const CHANCES: Readonly<Record<string, Chances>> = {
  ai_overview: { informational: 0.55, commercial: 0.25, transactional: 0.06, navigational: 0.05 },
  featured_snippet: { informational: 0.38, commercial: 0.12, transactional: 0.02, navigational: 0 },
  people_also_ask: { informational: 0.85, commercial: 0.7, transactional: 0.45, navigational: 0.3 },
  top_stories: { informational: 0.12, commercial: 0.08, transactional: 0.03, navigational: 0.1 },
  images: { informational: 0.35, commercial: 0.3, transactional: 0.3, navigational: 0.1 },
  video: { informational: 0.4, commercial: 0.25, transactional: 0.08, navigational: 0.1 },
  knowledge_graph: { informational: 0.12, commercial: 0.03, transactional: 0.02, navigational: 0.3 },
  related_searches: { informational: 0.95, commercial: 0.95, transactional: 0.9, navigational: 0.7 },
};
const GOOGLE_ONLY: ReadonlySet<string> = new Set(['knowledge_graph']);
const SEASON_DAYS = 16;
const PAID_TOP_MAX = 4;
const PAID_BOTTOM_MAX = 3;

const salts = new Map(Object.keys(CHANCES).map((feature) => [feature, hashText(feature)]));

/** Elements come and go over weeks, most of them slowly. */
export function isShown(feature: string, query: SerpQuery): boolean {
  if (query.engine === 'bing' && GOOGLE_ONLY.has(feature)) return false;
  if (feature === 'knowledge_graph' && query.facts.brand !== undefined) return true;
  const chance = CHANCES[feature]?.[query.facts.intent] ?? 0;
  const own = mix(queryHash(query), salts.get(feature) ?? 0);
  return unit(own) + 0.12 * noise(mix(own, 3), query.day / SEASON_DAYS) < chance;
}

/** Whether the overview is loaded only on demand, after the page. */
export function isOverviewDeferred(query: SerpQuery): boolean {
  return query.engine === 'google' && mix(queryHash(query), 5) % 2 === 0;
}

/** Advertisements on a page: above the results (first page only) and below. */
export function paidCounts(query: SerpQuery, page: number): { readonly top: number; readonly bottom: number } {
  const appetite = { informational: 0.25, commercial: 0.8, transactional: 1, navigational: 0.3 }[query.facts.intent];
  const base = unit(mix(queryHash(query), 9));
  const today = base + 0.25 * noise(mix(queryHash(query), 11), query.day / 3);
  const top = page === 1 ? Math.round(PAID_TOP_MAX * appetite * today - 0.3) : 0;
  const bottom = Math.round(PAID_BOTTOM_MAX * appetite * unit(mix(mix(queryHash(query), 13), page)) - 0.6);
  return { top: Math.max(0, Math.min(PAID_TOP_MAX, top)), bottom: Math.max(0, Math.min(PAID_BOTTOM_MAX, bottom)) };
}
