import type { GetRankingsGridData } from '#client';
import { RANGE_FIELDS, type KeywordFilters } from './filters.ts';
import { parseRange } from './ranges.ts';

type Query = GetRankingsGridData['query'];
export type ApiFilters = Omit<Query, 'project_id'>;

/** The filters of the table as the service takes them; undefined: only the browser reads regular expressions. */
export function toApiFilters(filters: KeywordFilters): ApiFilters | undefined {
  if (filters.q && filters.regex) return undefined;
  const {
    q,
    band,
    moved,
    tag,
    intent,
    journey,
    modifier,
    branded,
    mention,
    feature,
    overview,
    page,
    domain,
    engine,
    interval,
    vs,
    starred,
    wrongPage,
  } = filters;
  const asked = {
    words: q?.trim() || undefined,
    bands: band,
    moved,
    tag_ids: tag,
    intents: intent,
    journeys: journey,
    modifiers: modifier,
    branded,
    has_brand_mention: mention,
    features: feature,
    ai_overview: overview,
    page_contains: page || undefined,
    domain: domain || undefined,
    engines: engine,
    check_intervals: interval,
    competitor_positions: vs?.map((one) => one.replace(' ', ':')),
    starred: starred || undefined,
    wrong_page: wrongPage || undefined,
    ...Object.assign({}, ...RANGE_FIELDS.map(({ name }) => toBounds(name, filters[name]))),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => isAsked(value))) as ApiFilters;
}

function isAsked(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** `4..20` of a figure as its bounds; an open end is none. */
function toBounds(name: string, range: string | undefined): Record<string, number | undefined> {
  const [min = -Infinity, max = Infinity] = parseRange(range) ?? [];
  return { [`${name}_min`]: Number.isFinite(min) ? min : undefined, [`${name}_max`]: Number.isFinite(max) ? max : undefined };
}

/** The address under which the API answers the rows of the table, as CSV. */
export function toApiAddress(origin: string, query: Query): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, format: 'csv' })) if (value !== undefined) asked.set(name, String(value));
  return `${origin}/api/rankings/grid?${asked.toString()}`;
}
