import { getRankingsGrid, type GetRankingsGridData } from '#client';
import type { Arrival } from '#app/begin.ts';
import type { FilterValues, Period } from '#app/filters.ts';
import { parseSearch } from '#app/screen.ts';
import { answerQuery } from '#data/answers/answers.ts';
import { queries } from '#data/answers/query-client.ts';
import { keywordsSearch } from './search.ts';

type Query = GetRankingsGridData['query'];

/** What of the table is asked of the service; the rest of its filters the browser applies. */
export type Wanted = Pick<Query, 'compare' | 'competitors' | 'device' | 'location_code' | 'language_code' | 'google_days'>;

/** What the filters of the address narrow. */
export function toWanted(
  { device, location, language }: FilterValues,
  { compare = 'check', competitors, google_days: days }: Wanted,
): Wanted {
  return {
    compare,
    ...(competitors && { competitors }),
    ...(days && { google_days: days }),
    ...(device && { device }),
    ...(location && { location_code: location }),
    ...(language && { language_code: language }),
  };
}

/** Never one day: Google's days are others than those of a project. */
export function toGoogleDays(isWanted: boolean | undefined): Wanted['google_days'] {
  return isWanted === true ? '28' : undefined;
}

/** Everything that is tracked, whatever the filters of the address say. */
export const ALL: Wanted = { compare: 'check' };

export function toGridOptions(projectId: string, { from, to }: Period, wanted: Wanted): { readonly query: Query } {
  return { query: { ...wanted, project_id: projectId, from, to } };
}

/** Asks for the rows of the work table before it is there. */
export function beginTable({ projectId, search, filters, period }: Arrival): void {
  const { since, competitors, counted } = parseSearch(keywordsSearch, search).values as Record<string, never>;
  ask(toGridOptions(projectId, period, toWanted(filters, { compare: since, competitors, google_days: toGoogleDays(counted) })));
}

/** Asks for all rows before the screen that needs them is there. */
export function beginAll({ projectId, period }: Arrival): void {
  ask(toGridOptions(projectId, period, ALL));
}

function ask(options: ReturnType<typeof toGridOptions>): void {
  void queries.prefetchQuery(answerQuery(getRankingsGrid, options));
}
