import { z } from 'zod';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { RecordedOutcome } from '../pick-history.ts';
import { CHANNELS, RANKING_STATUSES, RELATIONSHIPS } from '../vocabulary.ts';

/** Ten years of a check a day on eighty domains; a bound, not a page. */
const ROWS_MAX = 300_000;

const Params = z.object({
  project_id: z.string(),
  keyword_id: z.string(),
  asset_id: z.string(),
  domain: z.string(),
  relationship: z.string(),
  end_date: z.string(),
});

const Row = z.object({
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
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
  recomputed_at: z.coerce.date(),
});

/** All that was recorded of one keyword: plain, because working it out here costs less than asking for it. */
const listKeywordRows = {
  name: 'rankings-list-keyword-history',
  sql: `
select engine, channel, domain, asset_id, relationship, status, position, rank_group, url, title, is_featured_snippet, checked_depth, run_id,
  check_date, check_ts, provider, cost_usd, error, serp_features, recomputed, recomputed_at
from ranking_history
where project_id = {project_id:String}
  and keyword_id = {keyword_id:String}
  and check_date <= {end_date:Date}
  and ({asset_id:String} = '' or asset_id = {asset_id:String})
  and ({domain:String} = '' or domain = {domain:String})
  and ({relationship:String} = '' or relationship = {relationship:String})
order by check_date, engine, channel, domain, check_ts, run_id, recomputed_at
limit ${ROWS_MAX}`,
  params: Params,
  row: Row,
};

export interface KeywordHistoryQuestion {
  readonly projectId: string;
  readonly keywordId: string;
  readonly assetId?: string | undefined;
  readonly domain?: string | undefined;
  readonly relationship?: string | undefined;
  readonly endDate: string;
}

/** Every outcome that was recorded for a keyword until a date, oldest first, the superseded ones too. */
export async function listKeywordOutcomes(clickhouse: ClickHouse, question: KeywordHistoryQuestion): Promise<RecordedOutcome[]> {
  const rows = await clickhouse.query(listKeywordRows, {
    project_id: question.projectId,
    keyword_id: question.keywordId,
    asset_id: question.assetId ?? '',
    domain: question.domain ?? '',
    relationship: question.relationship ?? '',
    end_date: question.endDate,
  });
  return rows.map((row) => ({
    engine: row.engine,
    channel: row.channel,
    domain: row.domain,
    assetId: row.asset_id === '' ? null : row.asset_id,
    relationship: row.relationship,
    status: row.status,
    position: row.position,
    rankGroup: row.rank_group,
    url: row.url || null,
    title: row.title || null,
    isFeaturedSnippet: row.is_featured_snippet === 1,
    checkedDepth: row.checked_depth,
    runId: row.run_id,
    checkDate: row.check_date,
    checkTs: row.check_ts,
    provider: row.provider || null,
    costUsd: row.cost_usd,
    error: row.error || null,
    serpFeatures: row.serp_features,
    isRecomputed: row.recomputed === 1,
    recomputedAt: row.recomputed_at,
  }));
}
