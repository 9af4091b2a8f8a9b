import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { SUMS, SUMS_BEFORE, sumsSql } from './figures.ts';
import { IN_SPAN, IN_SPAN_BEFORE, NO_DAY, READ_ROWS, READING_PARAMS } from './readings.ts';

export const GROUPS = ['date', 'query', 'page', 'country', 'device'] as const;
export type Group = (typeof GROUPS)[number];
export const SORTS = ['clicks', 'impressions', 'ctr', 'position', 'clicks_change', 'impressions_change', 'position_change', 'key'] as const;
export type Sort = (typeof SORTS)[number];

export interface PerformanceFilter {
  /** The query itself. */
  readonly query?: string | undefined;
  /** A part of it, in any case. */
  readonly queryContains?: string | undefined;
  /** The address itself. */
  readonly page?: string | undefined;
  readonly pageContains?: string | undefined;
  /** Google's three letters, in lower case. */
  readonly country?: string | undefined;
  readonly device?: string | undefined;
}

/** Which table has what is asked for: it adds up differently in each. */
export type Table = 'gsc_totals' | 'gsc_queries' | 'gsc_pages';

export interface GroupedQuestion {
  readonly group: Group;
  readonly filter: PerformanceFilter;
  readonly sort: Sort;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Pages are counted by page, queries by query; everything else by property, with what has no name. */
export function chooseTable(group: Group | undefined, { query, queryContains, page, pageContains }: PerformanceFilter): Table {
  if (group === 'page' || page !== undefined || pageContains !== undefined) return 'gsc_pages';
  return group === 'query' || query !== undefined || queryContains !== undefined ? 'gsc_queries' : 'gsc_totals';
}

const KEYS: Readonly<Record<Group, string>> = { date: 'toString(day)', query: 'query', page: 'page', country: 'country', device: 'device' };

/** Conditions by their filters. */
const TESTS: readonly (readonly [keyof PerformanceFilter, string])[] = [
  ['query', 'query = {query:String}'],
  ['queryContains', 'positionCaseInsensitiveUTF8(query, {query_contains:String}) > 0'],
  ['page', 'page = {page:String}'],
  ['pageContains', 'positionCaseInsensitiveUTF8(page, {page_contains:String}) > 0'],
];
const PLACE_TESTS: readonly (readonly [keyof PerformanceFilter, string])[] = [
  ['country', 'country = {country:String}'],
  ['device', 'device = {device:String}'],
];

const Params = z.object({
  ...READING_PARAMS,
  query: z.string().optional(),
  query_contains: z.string().optional(),
  page: z.string().optional(),
  page_contains: z.string().optional(),
  country: z.string().optional(),
  device: z.string().optional(),
});
export type PerformanceParams = z.output<typeof Params>;

/** Sums, and the clicks of rows that have a name. */
const SumsRow = z.object({ ...SUMS, ...SUMS_BEFORE, named_clicks: z.number(), before_named_clicks: z.number() });
export type SumsRow = z.output<typeof SumsRow>;

const GroupRow = z.object({
  key: z.string(),
  ...SUMS,
  ...SUMS_BEFORE,
  total: z.number(),
  /** Of all groups. */
  all: SumsRow,
});
export type GroupRow = z.output<typeof GroupRow>;

const NOTHING_BEFORE = 'toUInt64(0) as before_clicks, toUInt64(0) as before_impressions, 0. as before_places';

/** An order in which what is not there comes last, either way. */
const ORDERS: Readonly<Record<Sort, string>> = {
  clicks: 'if(impressions > 0, clicks, null)',
  impressions: 'if(impressions > 0, impressions, null)',
  ctr: 'if(impressions > 0, clicks / impressions, null)',
  position: 'if(places > 0, places / impressions, null)',
  clicks_change: 'toInt64(clicks) - toInt64(before_clicks)',
  impressions_change: 'toInt64(impressions) - toInt64(before_impressions)',
  position_change: 'if(places > 0 and before_places > 0, before_places / before_impressions - places / impressions, null)',
  key: 'key',
};

/** Sums of all groups in the row of each: the table is read once for both. */
const ALL = Object.keys(SumsRow.shape);
const ALL_SQL = `cast(tuple(${ALL.map((name) => `sum(${name}) over ()`).join(', ')}), 'Tuple(${ALL.map((name) => `${name} ${name.endsWith('places') ? 'Float64' : 'UInt64'}`).join(', ')})') as all`;

/** Rows of a group, how many there are in all, and what they add up to. What is found in one of the spans alone is among them. */
export async function listGroups(clickhouse: ClickHouse, asked: GroupedQuestion, params: PerformanceParams): Promise<GroupRow[]> {
  const { group, filter, sort, isDescending, limit, offset } = asked;
  const table = chooseTable(group, filter);
  const question = {
    name: 'search-console-list-groups',
    sql: `
select key, clicks, impressions, places, before_clicks, before_impressions, before_places, count() over () as total, ${ALL_SQL}
from (
  select ${KEYS[group]} as key, ${isCompared(params) ? `${sumsSql('', IN_SPAN)}, ${sumsSql('before_', IN_SPAN_BEFORE)}` : `${sumsSql('', undefined)}, ${NOTHING_BEFORE}`},
    ${namedSql(table, params)}
  from ${table} g
  where ${READ_ROWS} ${toTests(filter, [...TESTS, ...PLACE_TESTS])} ${group === 'query' ? `and query != ''` : ''}
  group by key
)
order by ${ORDERS[sort]} ${isDescending ? 'desc' : 'asc'} nulls last, key
limit {limit:UInt32} offset {offset:UInt32}`,
    params: Params.extend({ limit: z.int(), offset: z.int() }),
    row: GroupRow,
  };
  return await clickhouse.query(question, { ...params, limit, offset });
}

/** Sums over all rows of a table that fit, and the clicks of all that stand in it with a name, whatever the texts asked for. */
export async function sumUp(
  clickhouse: ClickHouse,
  { table, filter }: { readonly table: Table; readonly filter: PerformanceFilter },
  params: PerformanceParams,
): Promise<SumsRow> {
  const fits = `1 ${toTests(filter, TESTS)}`;
  const named = table === 'gsc_totals' ? '0' : `query != ''`;
  const question = {
    name: 'search-console-sum-up',
    sql: `
select ${sumsSql('', `${IN_SPAN} and ${fits}`)}, ${sumsSql('before_', `${IN_SPAN_BEFORE} and ${fits}`)},
  sumIf(g.clicks, ${IN_SPAN} and ${named}) as named_clicks, sumIf(g.clicks, ${IN_SPAN_BEFORE} and ${named}) as before_named_clicks
from ${table} g
where ${READ_ROWS} ${toTests(filter, PLACE_TESTS)}`,
    params: Params,
    row: SumsRow,
  };
  const [row] = await clickhouse.query(question, params);
  return row as SumsRow;
}

/** Clicks of a group that have a name: all of those by query, and of those by property none. */
function namedSql(table: Table, params: PerformanceParams): string {
  if (table === 'gsc_queries') return 'clicks as named_clicks, before_clicks as before_named_clicks';
  if (table === 'gsc_totals') return 'toUInt64(0) as named_clicks, toUInt64(0) as before_named_clicks';
  if (!isCompared(params)) return `sumIf(g.clicks, query != '') as named_clicks, toUInt64(0) as before_named_clicks`;
  return `sumIf(g.clicks, ${IN_SPAN} and query != '') as named_clicks, sumIf(g.clicks, ${IN_SPAN_BEFORE} and query != '') as before_named_clicks`;
}

/** Whether a text is asked for: of the rest the groups say nothing. */
export function asksForText(filter: PerformanceFilter): boolean {
  return TESTS.some(([name]) => filter[name] !== undefined);
}

/** Only the days that are asked for are read: those of one span alone need no condition. */
function isCompared({ before_from: from }: PerformanceParams): boolean {
  return from !== NO_DAY;
}

function toTests(filter: PerformanceFilter, tests: typeof TESTS): string {
  return tests.flatMap(([name, sql]) => (filter[name] === undefined ? [] : [`and ${sql}`])).join(' ');
}
