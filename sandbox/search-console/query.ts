import { z } from 'zod';
import type { DayFact } from './facts.ts';

const ROWS_MAX = 25_000;
const ROWS_DEFAULT = 1_000;
const DAY = z.iso.date();
export const DIMENSIONS = ['date', 'hour', 'query', 'page', 'country', 'device', 'searchAppearance'] as const;
const OPERATORS = ['equals', 'notEquals', 'contains', 'notContains', 'includingRegex', 'excludingRegex'] as const;

const Filter = z.object({
  dimension: z.enum(['query', 'page', 'country', 'device', 'searchAppearance']),
  operator: z.enum(OPERATORS).default('equals'),
  expression: z.string(),
});

/** What `searchAnalytics/query` takes. */
export const QueryBody = z.strictObject({
  startDate: DAY,
  endDate: DAY,
  dimensions: z.array(z.enum(DIMENSIONS)).default([]),
  type: z.enum(['web', 'image', 'video', 'news', 'discover', 'googleNews']).default('web'),
  searchType: z.string().optional(),
  dimensionFilterGroups: z.array(z.object({ groupType: z.literal('and').default('and'), filters: z.array(Filter) })).default([]),
  aggregationType: z.enum(['auto', 'byPage', 'byProperty', 'byNewsShowcasePanel']).default('auto'),
  rowLimit: z.int().min(1).max(ROWS_MAX).default(ROWS_DEFAULT),
  startRow: z.int().min(0).default(0),
  dataState: z.enum(['final', 'all', 'hourly_all']).default('final'),
});
export type QueryBody = z.infer<typeof QueryBody>;

/** A fact of a day, perhaps of one of its hours. */
export interface Counted extends DayFact {
  readonly date: string;
  readonly hour: string | undefined;
}

export interface Row {
  readonly keys: readonly string[];
  readonly clicks: number;
  readonly impressions: number;
  readonly ctr: number;
  readonly position: number;
}

/** What a kind of search has none of: Google refuses what asks for it. */
const LACKING: Readonly<Partial<Record<string, readonly string[]>>> = { discover: ['query', 'device'], googleNews: ['query'] };

/** Kinds that are counted by page, and without places. */
export function isWithoutPlaces({ type }: Pick<QueryBody, 'type'>): boolean {
  return LACKING[type] !== undefined;
}

/** Why Google does not take a question; undefined: it does. */
export function findRefusal({ type, dimensions, dimensionFilterGroups: groups, aggregationType }: QueryBody): string | undefined {
  const lacking = LACKING[type];
  if (lacking === undefined) return undefined;
  const named = [...dimensions, ...groups.flatMap(({ filters }) => filters.map(({ dimension }) => dimension))];
  const wrong = named.find((dimension) => lacking.includes(dimension));
  if (wrong !== undefined) return `Requests for ${type} cannot be grouped or filtered by ${wrong}.`;
  return aggregationType === 'byProperty' ? `Aggregation by property is not supported for ${type}.` : undefined;
}

/** Whether single queries are looked at, which those of few people have no part in. */
export function namesQueries({ dimensions, dimensionFilterGroups: groups }: QueryBody): boolean {
  return dimensions.includes('query') || groups.some(({ filters }) => filters.some(({ dimension }) => dimension === 'query'));
}

/** Whether pages are counted one by one, and not the topmost one for all of the property. */
export function countsPages({ type, dimensions, dimensionFilterGroups: groups, aggregationType }: QueryBody): boolean {
  const namesPages = dimensions.includes('page') || groups.some(({ filters }) => filters.some(({ dimension }) => dimension === 'page'));
  return namesPages || aggregationType === 'byPage' || isWithoutPlaces({ type });
}

export function passes(fact: Counted, { dimensionFilterGroups: groups }: QueryBody): boolean {
  return groups.every(({ filters }) => filters.every((filter) => fits(keyOf(fact, filter.dimension), filter)));
}

function fits(value: string, { operator, expression }: z.infer<typeof Filter>): boolean {
  const [left, right] = [value.toLowerCase(), expression.toLowerCase()];
  switch (operator) {
    case 'equals':
      return left === right;
    case 'notEquals':
      return left !== right;
    case 'contains':
      return left.includes(right);
    case 'notContains':
      return !left.includes(right);
    case 'includingRegex':
      return new RegExp(expression, 'u').test(value);
    case 'excludingRegex':
      return !new RegExp(expression, 'u').test(value);
  }
}

interface Sum {
  readonly keys: readonly string[];
  clicks: number;
  impressions: number;
  places: number;
}

/** Facts by the dimensions that were asked for, most clicks first; by day, when days are asked for, the oldest first. */
export function sumUp(facts: Iterable<Counted>, body: QueryBody): Row[] {
  const byPage = countsPages(body);
  const sums = new Map<string, Sum>();
  for (const fact of facts) {
    const keys = body.dimensions.map((dimension) => keyOf(fact, dimension));
    const key = keys.join('\n');
    const sum = sums.get(key) ?? { keys, clicks: 0, impressions: 0, places: 0 };
    sums.set(key, sum);
    sum.clicks += fact.clicks;
    if (!byPage && !fact.isTopmost) continue;
    sum.impressions += fact.impressions;
    sum.places += fact.impressions * fact.position;
  }
  const rows = [...sums.values()].filter(({ impressions }) => impressions > 0).map(toRow);
  const time = body.dimensions.findIndex((dimension) => dimension === 'date' || dimension === 'hour');
  return rows.toSorted((left, right) => {
    const [early, late] = [left.keys[time] ?? '', right.keys[time] ?? ''];
    if (early !== late) return early < late ? -1 : 1;
    return right.clicks - left.clicks || right.impressions - left.impressions || (left.keys.join() < right.keys.join() ? -1 : 1);
  });
}

function toRow({ keys, clicks, impressions, places }: Sum): Row {
  return { keys, clicks, impressions, ctr: clicks / impressions, position: places / impressions };
}

function keyOf(fact: Counted, dimension: (typeof DIMENSIONS)[number]): string {
  switch (dimension) {
    case 'date':
      return fact.date;
    case 'hour':
      return fact.hour ?? '';
    case 'searchAppearance':
      return '';
    case 'query':
    case 'page':
    case 'country':
    case 'device':
      return fact[dimension];
  }
}
