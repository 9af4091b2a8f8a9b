import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { SUMS } from '../performance/figures.ts';
import { READ_ROWS, READING_PARAMS } from '../performance/readings.ts';

export type ReadingParams = z.output<typeof Params>;
const Params = z.object(READING_PARAMS);

/** Queries that are looked at, those with most impressions first. */
export const QUERIES_MAX = 25_000;
const PAGES_SHOWN = 5;
const CONTESTED_MAX = 5_000;
/** A page counts among those of a query from this part of its impressions. */
const PAGE_SHARE = 0.1;
const CONTESTED_IMPRESSIONS = 10;

const QueryRow = z.object({ query: z.string(), ...SUMS, median: z.number() });
export type QueryRow = z.output<typeof QueryRow>;

const listQueriesQuestion = {
  name: 'search-console-list-queries',
  sql: `
with counted as (
  select query, sum(g.clicks) as clicks, sum(g.impressions) as impressions, sum(position_sum) as places
  from gsc_queries g
  where ${READ_ROWS} and query != ''
  group by query
)
select query, clicks, impressions, places, (select ifNull(quantileExact(0.5)(impressions), 0) from counted) as median
from counted
order by impressions desc, query
limit ${QUERIES_MAX}`,
  params: Params,
  row: QueryRow,
};

/** Queries with most impressions first, and the impressions that half of all queries have at most. */
export async function listQueries(clickhouse: ClickHouse, params: ReadingParams): Promise<QueryRow[]> {
  return await clickhouse.query(listQueriesQuestion, params);
}

const ContestedRow = z.object({
  query: z.string(),
  ...SUMS,
  pages: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
});
export type ContestedRow = z.output<typeof ContestedRow>;

const listContestedQuestion = {
  name: 'search-console-list-contested',
  sql: `
select query, sum(clicks_of_page) as clicks, sum(impressions_of_page) as impressions, sum(places_of_page) as places,
  arraySlice(arrayReverseSort(one -> (one.3, one.1), groupArray((page, clicks_of_page, impressions_of_page, places_of_page))), 1, ${PAGES_SHOWN}) as pages
from (
  select query, page, sum(g.clicks) as clicks_of_page, sum(g.impressions) as impressions_of_page, sum(position_sum) as places_of_page
  from gsc_pages g
  where ${READ_ROWS} and query != ''
  group by query, page
)
group by query
having length(pages) > 1 and pages[2].3 >= ${CONTESTED_IMPRESSIONS} and pages[2].3 >= impressions * ${PAGE_SHARE}
order by impressions desc, query
limit ${CONTESTED_MAX}`,
  params: Params,
  row: ContestedRow,
};

/** Queries that several pages are shown for, each with a part of the impressions that counts. */
export async function listContested(clickhouse: ClickHouse, params: ReadingParams): Promise<ContestedRow[]> {
  return await clickhouse.query(listContestedQuestion, params);
}
