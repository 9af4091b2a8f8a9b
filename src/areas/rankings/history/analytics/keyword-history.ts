import { z } from 'zod';
import { toDay } from '#kernel/clock.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { RecordedOutcome } from '../select-history-rows.ts';
import { CHANNELS, RANKING_STATUSES, RELATIONSHIPS } from '../../vocabulary.ts';

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
  outcome: z.tuple([
    z.enum(ENGINES),
    z.enum(CHANNELS),
    z.string(),
    z.string(),
    z.enum(RELATIONSHIPS),
    z.enum(RANKING_STATUSES),
    z.number().nullable(),
    z.number().nullable(),
    z.string(),
    z.string(),
    z.number(),
    z.number(),
    z.string(),
    z.coerce.date(),
    z.string(),
    z.number(),
    z.string(),
    z.array(z.string()),
    z.coerce.date(),
  ]),
});

/**
 * All that was recorded of one keyword: plain, because working it out here costs less than asking for
 * it, and as a tuple, because names would be half of the answer.
 */
const listKeywordRows = {
  name: 'rankings-list-keyword-history',
  sql: `
select (engine, channel, domain, asset_id, relationship, status, position, rank_group, url, title, is_featured_snippet, checked_depth,
  run_id, check_ts, provider, cost_usd, error, serp_features, recomputed_at) as outcome
from ranking_history
where project_id = {project_id:String}
  and keyword_id = {keyword_id:String}
  and check_date <= {end_date:Date}
  and ({asset_id:String} = '' or asset_id = {asset_id:String})
  and ({domain:String} = '' or domain = {domain:String})
  and ({relationship:String} = '' or relationship = {relationship:String})
order by check_ts, engine, channel, domain, run_id, recomputed_at
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
  return rows.map(({ outcome }) => toOutcome(outcome));
}

function toOutcome(values: z.output<typeof Row>['outcome']): RecordedOutcome {
  const [engine, channel, domain, assetId, relationship, status, position, rankGroup, url, title, ...more] = values;
  const [isFeaturedSnippet, checkedDepth, runId, checkTs, provider, costUsd, error, serpFeatures, recomputedAt] = more;
  return {
    engine,
    channel,
    domain,
    assetId: assetId || null,
    relationship,
    status,
    position,
    rankGroup,
    url: url || null,
    title: title || null,
    isFeaturedSnippet: isFeaturedSnippet === 1,
    checkedDepth,
    runId,
    checkDate: toDay(checkTs),
    checkTs,
    provider: provider || null,
    costUsd,
    error: error || null,
    serpFeatures,
    isRecomputed: recomputedAt.getTime() > 0,
    recomputedAt,
  };
}
