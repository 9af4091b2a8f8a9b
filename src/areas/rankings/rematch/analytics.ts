import { z } from 'zod';
import { ENGINES, SERP_KINDS } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { RecordedRow, StoredCheck, StoredResult } from './replay-checks.ts';
import { CHANNELS, RELATIONSHIPS } from '../vocabulary.ts';

/** Ten keywords for thirty years on twenty sites: a bound, not a page. */
const ROWS_MAX = 2_000_000;

const KeywordsParams = z.object({ keyword_ids: z.array(z.string()) });

const Check = z.object({
  runId: z.string(),
  keywordId: z.string(),
  engine: z.enum(ENGINES),
  kind: z.enum(SERP_KINDS),
  checkDate: z.string(),
  checkTs: z.coerce.date(),
  depth: z.number(),
  checkedDepth: z.number(),
  itemsCount: z.number(),
  provider: z.string(),
  costUsd: z.number(),
  features: z.array(z.string()),
});

const listChecks = {
  name: 'rankings-list-stored-checks',
  sql: `
select run_id as runId, keyword_id as keywordId, engine, kind, check_date as checkDate, check_ts as checkTs, depth, checked_depth as checkedDepth,
  items_count as itemsCount, provider, cost_usd as costUsd, serp_features as features
from serp_checks
where keyword_id in {keyword_ids:Array(String)}
order by check_ts, run_id
limit 1 by run_id
limit ${ROWS_MAX}`,
  params: KeywordsParams,
  row: Check,
};

/** Every good check of the keywords, oldest first, of all projects. */
export async function listStoredChecks(clickhouse: ClickHouse, keywordIds: readonly string[]): Promise<StoredCheck[]> {
  return await clickhouse.query(listChecks, { keyword_ids: [...keywordIds] });
}

const Result = z.object({
  runId: z.string(),
  type: z.string(),
  rankAbsolute: z.number(),
  rankGroup: z.number(),
  domain: z.string(),
  url: z.string(),
  title: z.string(),
  isFeaturedSnippet: z.number(),
  cid: z.string(),
  placeId: z.string(),
  overview: z.string(),
});

/** What can give a position; a host fits a domain when it is equal to it or a sub-domain of it, or closer rules are still to be asked. */
const listResults = {
  name: 'rankings-list-stored-results',
  sql: `
select run_id as runId, type, rank_absolute as rankAbsolute, rank_group as rankGroup, domain, url, title, is_featured_snippet as isFeaturedSnippet,
  cid, place_id as placeId, overview
from serp_runs
where keyword_id in {keyword_ids:Array(String)}
  and (type = 'paid' or is_paid = 0 and type in ('organic', 'featured_snippet', 'local_pack', 'maps_search') or overview != '')
  and (
    overview != ''
    or arrayExists(host -> domain = host or endsWith(domain, concat('.', host)), {domains:Array(String)})
    or (cid != '' and has({place_ids:Array(String)}, cid))
    or (place_id != '' and has({place_ids:Array(String)}, place_id)))
order by run_id, rank_absolute, type
limit ${ROWS_MAX}`,
  params: KeywordsParams.extend({ domains: z.array(z.string()), place_ids: z.array(z.string()) }),
  row: Result,
};

export interface ResultsQuestion {
  readonly keywordIds: readonly string[];
  readonly domains: readonly string[];
  readonly placeIds: readonly string[];
}

/** The stored results that may belong to one of the sites or places, and AI overviews that were loaded. */
export async function listStoredResults(clickhouse: ClickHouse, question: ResultsQuestion): Promise<StoredResult[]> {
  const rows = await clickhouse.query(listResults, {
    keyword_ids: [...question.keywordIds],
    domains: [...question.domains],
    place_ids: [...question.placeIds],
  });
  return rows.map((row) => ({ ...row, isFeaturedSnippet: row.isFeaturedSnippet === 1 }));
}

const Recorded = z.object({
  keywordId: z.string(),
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
  domain: z.string(),
  assetId: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  status: z.enum(['ranked', 'not_found']),
  position: z.number().nullable(),
  rankGroup: z.number().nullable(),
  previousPosition: z.number().nullable(),
  previousRankGroup: z.number().nullable(),
  url: z.string(),
  title: z.string(),
  isFeaturedSnippet: z.number(),
  citedPlace: z.number().nullable(),
  runId: z.string(),
  checkDate: z.string(),
  checkTs: z.coerce.date(),
  checkedDepth: z.number(),
  provider: z.string(),
  costUsd: z.number(),
  features: z.array(z.string()),
  validityDays: z.number(),
});

const listRecorded = {
  name: 'rankings-list-recorded-outcomes',
  sql: `
select keyword_id as keywordId, engine, channel, domain, asset_id as assetId, relationship, status, position, rank_group as rankGroup,
  previous_position as previousPosition, previous_rank_group as previousRankGroup, url, title, is_featured_snippet as isFeaturedSnippet, cited_place as citedPlace,
  run_id as runId, check_date as checkDate,
  check_ts as checkTs, checked_depth as checkedDepth, provider, cost_usd as costUsd, serp_features as features, stands_days as validityDays
from ranking_history
where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and status != 'failed'
order by check_ts, run_id, recomputed_at desc
limit 1 by keyword_id, engine, channel, domain, run_id
limit ${ROWS_MAX}`,
  params: KeywordsParams.extend({ project_id: z.string() }),
  row: Recorded,
};

/** The good outcomes that a project's history has for the keywords, as they hold now. */
export async function listRecordedOutcomes(
  clickhouse: ClickHouse,
  projectId: string,
  keywordIds: readonly string[],
): Promise<RecordedRow[]> {
  const rows = await clickhouse.query(listRecorded, { project_id: projectId, keyword_ids: [...keywordIds] });
  return rows.map((row) => ({ ...row, isFeaturedSnippet: row.isFeaturedSnippet === 1 }));
}
