import type { Ranking } from '#client';

export type OverviewStanding = NonNullable<Ranking['ai_overview']>;

const WORDS = {
  cited: 'cited',
  not_cited: 'not cited',
  not_shown: 'not shown',
  not_loaded: 'not loaded',
} as const satisfies Readonly<Record<OverviewStanding, string>>;

/** What an AI overview can say of a site; what was not loaded is not called absent. */
export const OVERVIEW_IDS = Object.keys(WORDS) as [OverviewStanding, ...OverviewStanding[]];

/** Whether a site is cited, with its place where that is known; null: no page was read. */
export function toOverviewWords(standing: string, place?: number | null): string;
export function toOverviewWords(standing: string | null, place?: number | null): string | null;
export function toOverviewWords(standing: string | null, place?: number | null): string | null {
  if (standing === null) return null;
  const words = WORDS[standing as OverviewStanding] ?? standing;
  return standing === 'cited' && typeof place === 'number' ? `${words}, ${place}` : words;
}
