import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import { readCountedPage } from '#kernel/lists.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { FIRST_DAY, isAskedByDomain, isOfOnePage, LAST_DAY, toRelationship, type HistoryInput } from '../history-input.ts';
import type { Ranking, RankingPage } from '../../ranking.ts';
import { POSITION_COLUMN } from '../../scale.ts';
import { CHANNELS, DEVICES, RANKING_STATUSES, RELATIONSHIPS } from '../../vocabulary.ts';

const Params = z.object({
  project_id: z.string(),
  keyword_prefix: z.string(),
  asset_id: z.string(),
  domain: z.string(),
  channel: z.string(),
  engine: z.string(),
  device: z.string(),
  location_code: z.number(),
  relationship: z.string(),
  status: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  by_domain: z.number(),
  one_series: z.number(),
  limit: z.number(),
  offset: z.number(),
});

/** A record of the page: which stored row it is, and what the rows before it say. */
const SortedRow = z.object({
  row_key: z.string(),
  keyword_id: z.string(),
  run_id: z.string(),
  previous_code: z.number().nullable(),
  previous_group_code: z.number().nullable(),
  total: z.number(),
});

const StoredRow = z.object({
  row_key: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
  device: z.enum(DEVICES),
  location_code: z.number(),
  language_code: z.string(),
  domain: z.string(),
  asset_id: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  status: z.enum(RANKING_STATUSES),
  position: z.number().nullable(),
  rank_group: z.number().nullable(),
  url: z.string(),
  title: z.string(),
  is_featured_snippet: z.number(),
  checked_depth: z.number(),
  run_id: z.string(),
  check_date: z.string(),
  check_ts: z.coerce.date(),
  provider: z.string(),
  cost_usd: z.number(),
  error: z.string(),
  serp_features: z.array(z.string()),
  recomputed: z.number(),
  cited_place: z.number().nullable(),
});

type Sorted = z.output<typeof SortedRow>;

/** Identity of a row within a project. */
const ROW_KEY = `toString((keyword_id, engine, channel, domain, check_ts, run_id, recomputed_at))`;

/**
 * The history of many keywords; that of one is read by `keyword-history.ts`, by the same rules. One record
 * per check date and series. A series is the best own domain of a keyword (or each domain, when asked by
 * domain); the last good check of a date counts, a failed one only when there is no other. Of several rows
 * for one run the newest holds. `previous_code` and
 * `previous_group_code` are the positions at the last good check of an earlier date, 0 for "not found".
 * All rows are sorted, so only the columns that place them are read; those of one page are read whole (`StoredRow`).
 */
const toQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-history',
  sql: `
with
  day as (
    select keyword_id, engine, channel, domain, check_date, check_ts, run_id, recomputed_at, status, position, rank_group,
      if({by_domain:UInt8} = 1, domain, '') as series
    from ranking_history
    where project_id = {project_id:String}
      and ({keyword_prefix:String} = '' or startsWith(lowerUTF8(keyword), {keyword_prefix:String}))
      and ({asset_id:String} = '' or asset_id = {asset_id:String})
      and ({domain:String} = '' or domain = {domain:String})
      and ({channel:String} = '' or channel = {channel:String})
      and ({engine:String} = '' or engine = {engine:String})
      and ({device:String} = '' or device = {device:String})
      and ({location_code:UInt32} = 0 or location_code = {location_code:UInt32})
      and ({relationship:String} = '' or relationship = {relationship:String})
      and check_date <= {end_date:Date}
    order by status = 'failed', check_ts desc, run_id, recomputed_at desc
    limit 1 by keyword_id, engine, channel, domain, check_date
  ),
  best as (
    select * from day
    order by status = 'failed', position is null, ${POSITION_COLUMN[scale]}, domain
    limit 1 by keyword_id, engine, channel, series, check_date
  ),
  moved as (
    select *,
      anyLast(if(status = 'failed', null, ifNull(position, 0)))
        over (partition by keyword_id, engine, channel, series order by check_date rows between unbounded preceding and 1 preceding) as previous_code,
      anyLast(if(status = 'failed', null, ifNull(rank_group, 0)))
        over (partition by keyword_id, engine, channel, series order by check_date rows between unbounded preceding and 1 preceding) as previous_group_code,
      (channel != 'seo', engine) as preference,
      min((channel != 'seo', engine)) over (partition by keyword_id) as preferred
    from best
  )
select ${ROW_KEY} as row_key, keyword_id, run_id, previous_code, previous_group_code, count() over () as total
from moved
where check_date >= {start_date:Date}
  and ({one_series:UInt8} = 0 or preference = preferred)
  and ({status:String} = '' or status = {status:String})
order by check_date, keyword_id, engine, channel, domain, run_id
limit {limit:UInt32} offset {offset:UInt32}`,
  params: Params,
  row: SortedRow,
});

const readRows = {
  name: 'rankings-read-history-rows',
  sql: `
select ${ROW_KEY} as row_key, keyword_id, keyword, engine, channel, device, location_code, language_code, domain, asset_id, relationship, status,
  position, rank_group, url, title, is_featured_snippet, checked_depth, run_id, check_date, check_ts, provider, cost_usd, error, serp_features,
  recomputed, cited_place
from ranking_history
where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and run_id in {run_ids:Array(String)}`,
  params: z.object({ project_id: z.string(), keyword_ids: z.array(z.string()), run_ids: z.array(z.string()) }),
  row: StoredRow,
};

/** The history of the keywords that fit, oldest first: as `listRankingHistory` says, of many keywords. */
export async function listProjectHistory(clickhouse: ClickHouse, input: HistoryInput): Promise<RankingPage> {
  const isByDomain = isAskedByDomain(input);
  const params = {
    project_id: input.projectId,
    keyword_prefix: input.keywordPrefix ?? '',
    asset_id: input.assetId ?? '',
    domain: input.domain ?? '',
    channel: input.channel ?? '',
    engine: input.engine ?? '',
    device: input.device ?? '',
    location_code: input.locationCode ?? 0,
    relationship: toRelationship(input),
    status: input.status ?? '',
    start_date: input.startDate ?? FIRST_DAY,
    end_date: input.endDate ?? LAST_DAY,
    by_domain: isByDomain ? 1 : 0,
    one_series: isOfOnePage(input) ? 1 : 0,
    limit: input.limit,
    offset: input.offset,
  };
  const { rows, total } = await readCountedPage(input, async ({ limit, offset }) => {
    return await clickhouse.query(toQuestion(input.scale), { ...params, limit, offset });
  });
  return { rankings: rows.length === 0 ? [] : await readRankings(clickhouse, input.projectId, rows), total };
}

async function readRankings(clickhouse: ClickHouse, projectId: string, sorted: readonly Sorted[]): Promise<Ranking[]> {
  const rows = await clickhouse.query(readRows, {
    project_id: projectId,
    keyword_ids: [...new Set(sorted.map((one) => one.keyword_id))],
    run_ids: [...new Set(sorted.map((one) => one.run_id))],
  });
  const rowOf = new Map(rows.map((row) => [row.row_key, row]));
  return sorted.flatMap((one) => {
    const row = rowOf.get(one.row_key);
    return row === undefined ? [] : [toRanking(row, one)];
  });
}

function toRanking(row: z.output<typeof StoredRow>, sorted: Sorted): Ranking {
  return {
    keywordId: row.keyword_id,
    keywordText: row.keyword,
    engine: row.engine,
    channel: row.channel,
    device: row.device,
    locationCode: row.location_code,
    languageCode: row.language_code,
    domain: row.domain,
    assetId: row.asset_id === '' ? null : row.asset_id,
    assetName: null,
    relationship: row.relationship,
    status: row.status,
    rankGroup: row.rank_group,
    rankAbsolute: row.position,
    previousRankGroup: sorted.previous_group_code || null,
    previousRankAbsolute: sorted.previous_code || null,
    url: row.url || null,
    title: row.title || null,
    isFeaturedSnippet: row.is_featured_snippet === 1,
    checkedDepth: row.status === 'failed' ? null : row.checked_depth,
    checkTs: row.check_ts,
    checkDate: row.check_date,
    runId: row.run_id,
    provider: row.provider || null,
    costUsd: row.cost_usd,
    serpFeatures: row.serp_features,
    error: row.error || null,
    failedAt: row.status === 'failed' ? row.check_ts : null,
    isRecomputed: row.recomputed === 1,
    citedPlace: row.cited_place,
  };
}
