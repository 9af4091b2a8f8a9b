import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { ResultDetails } from './result-details.ts';
import type { ResultRow } from './result-row.ts';

const ROWS_MAX = 10_000;
const MONTHS_MAX = 10_000;
const DETAILS = 'serp_run_details';

/** A run of which ClickHouse has the results, by what finds them quickly. */
export interface StoredRun {
  readonly id: string;
  readonly keywordId: string;
  /** `YYYY-MM-DD` */
  readonly checkDate: string;
}

const RunsParams = z.object({ keyword_ids: z.array(z.string()), dates: z.array(z.string()), run_ids: z.array(z.string()) });
const OF_RUNS = 'keyword_id in {keyword_ids:Array(String)} and run_date in {dates:Array(Date)} and run_id in {run_ids:Array(String)}';

const Texts = z.array(z.string());
const Numbers = z.array(z.number());

/** A page is one row of columns: a thousand rows of names would take three times as long to read. */
const listRows = {
  name: 'rankings-list-run-results',
  sql: `
with groupArray(tuple(type, rank_absolute, rank_group, domain, url, title, snippet, is_paid, is_featured_snippet, rating_value, rating_count,
  cid, place_id, overview)) as result
select run_id as runId, result.1 as types, result.2 as ranksAbsolute, result.3 as rankGroups, result.4 as domains, result.5 as urls,
  result.6 as titles, result.7 as snippets, result.8 as paid, result.9 as featuredSnippets, result.10 as ratingValues,
  result.11 as ratingCounts, result.12 as cids, result.13 as placeIds, result.14 as overviews
from serp_runs where ${OF_RUNS} group by run_id
order by run_id limit ${ROWS_MAX}`,
  params: RunsParams,
  row: z.object({
    runId: z.string(),
    types: Texts,
    ranksAbsolute: Numbers,
    rankGroups: Numbers,
    domains: Texts,
    urls: Texts,
    titles: Texts,
    snippets: Texts,
    paid: Numbers,
    featuredSnippets: Numbers,
    ratingValues: z.array(z.number().nullable()),
    ratingCounts: z.array(z.number().nullable()),
    cids: Texts,
    placeIds: Texts,
    overviews: Texts,
  }),
};

/** The results of runs, by run; those of which ClickHouse has none are left out. */
export async function listStoredRows(clickhouse: ClickHouse, runs: readonly StoredRun[]): Promise<ReadonlyMap<string, ResultRow[]>> {
  if (runs.length === 0) return new Map();
  const pages = await clickhouse.query(listRows, toParams(runs));
  return new Map(
    pages.map((page) => [
      page.runId,
      page.types.map((type, at) => ({
        type,
        rankAbsolute: page.ranksAbsolute[at] ?? 0,
        rankGroup: page.rankGroups[at] ?? 0,
        domain: page.domains[at] ?? '',
        url: page.urls[at] ?? '',
        title: page.titles[at] ?? '',
        snippet: page.snippets[at] ?? '',
        isPaid: page.paid[at] === 1,
        isFeaturedSnippet: page.featuredSnippets[at] === 1,
        ratingValue: page.ratingValues[at] ?? null,
        ratingCount: page.ratingCounts[at] ?? null,
        cid: page.cids[at] ?? '',
        placeId: page.placeIds[at] ?? '',
        overview: page.overviews[at] ?? '',
      })),
    ]),
  );
}

const listDetails = {
  name: 'rankings-list-run-details',
  sql: `select run_id as runId, details from ${DETAILS} where ${OF_RUNS} order by run_id limit 1 by run_id limit ${ROWS_MAX}`,
  params: RunsParams,
  row: z.object({ runId: z.string(), details: z.string() }),
};

/** The details of the results of runs, by run. */
export async function listStoredDetails(clickhouse: ClickHouse, runs: readonly StoredRun[]): Promise<ReadonlyMap<string, ResultDetails[]>> {
  if (runs.length === 0) return new Map();
  const rows = await clickhouse.query(listDetails, toParams(runs));
  return new Map(rows.map(({ runId, details }) => [runId, JSON.parse(details) as ResultDetails[]]));
}

function toParams(runs: readonly StoredRun[]): z.infer<typeof RunsParams> {
  return {
    keyword_ids: [...new Set(runs.map(({ keywordId }) => keywordId))],
    dates: [...new Set(runs.map(({ checkDate }) => checkDate))],
    run_ids: runs.map(({ id }) => id),
  };
}

/** Adds JSON lines; they are there when this returns. The same ones under the same token are added once. */
export async function appendLines(
  clickhouse: ClickHouse,
  table: 'serp_runs' | 'serp_run_details',
  { lines, token }: { readonly lines: readonly string[]; readonly token: string },
): Promise<void> {
  if (lines.length > 0) await clickhouse.insertLines(table, lines.join('\n'), token);
}

const listMonthsBefore = {
  name: 'rankings-list-detail-months',
  sql: `select distinct toYYYYMM(run_date) as month from ${DETAILS} where run_date < {before:Date} order by month limit ${MONTHS_MAX}`,
  params: z.object({ before: z.string() }),
  row: z.object({ month: z.number() }),
};

/** Removes the details of runs of months before the month of a day. @returns how many months there were */
export async function dropDetailsBefore(clickhouse: ClickHouse, day: string): Promise<number> {
  const months = await clickhouse.query(listMonthsBefore, { before: `${day.slice(0, 7)}-01` });
  for (const { month } of months) await clickhouse.command(`alter table ${DETAILS} drop partition ${month}`);
  return months.length;
}
