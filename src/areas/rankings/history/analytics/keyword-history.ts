import { z } from 'zod';
import { toDay } from '#kernel/clock.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { AnalyticsQuery, ClickHouse } from '#stores/clickhouse/types.ts';
import type { RecordedOutcome } from '../select-history-rows.ts';
import { CHANNELS, RANKING_STATUSES, RELATIONSHIPS } from '../../vocabulary.ts';

/** Ten years of a check a day on eighty domains; a bound, not a page. */
const ROWS_MAX = 300_000;

const Params = z.record(z.string(), z.string());

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
    z.number().nullable(),
  ]),
});

export interface KeywordHistoryQuestion {
  readonly projectId: string;
  readonly keywordId: string;
  readonly assetId?: string | undefined;
  readonly domain?: string | undefined;
  readonly relationship?: string | undefined;
  readonly endDate: string;
}

/** Every outcome that was recorded for a keyword until a date, in no order, the superseded ones too. */
export async function listKeywordOutcomes(clickhouse: ClickHouse, question: KeywordHistoryQuestion): Promise<RecordedOutcome[]> {
  const { projectId, keywordId, assetId, domain, relationship, endDate } = question;
  const optional = Object.entries({ asset_id: assetId, domain, relationship }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const rows = await clickhouse.query(listRows(optional.map(([column]) => column)), {
    ...Object.fromEntries(optional),
    project_id: projectId,
    keyword_id: keywordId,
    end_date: endDate,
  });
  return rows.map(({ outcome }) => toOutcome(outcome));
}

/**
 * All that was recorded of one keyword: plain, because working it out here costs less than asking for it, as a
 * tuple, because names would be half of the answer, and with no condition that is not asked for, because each one
 * costs a tenth of the time.
 * @param columns that must have a value
 */
function listRows(columns: readonly string[]): AnalyticsQuery<z.output<typeof Params>, z.output<typeof Row>> {
  return {
    name: 'rankings-list-keyword-history',
    sql: `
select (engine, channel, domain, asset_id, relationship, status, position, rank_group, url, title, is_featured_snippet, checked_depth,
  run_id, check_ts, provider, cost_usd, error, serp_features, recomputed_at, cited_place) as outcome
from ranking_history
where project_id = {project_id:String} and keyword_id = {keyword_id:String} and check_date <= {end_date:Date}
  ${columns.map((column) => `and ${column} = {${column}:String}`).join(' ')}
limit ${ROWS_MAX}`,
    params: Params,
    row: Row,
  };
}

function toOutcome(values: z.output<typeof Row>['outcome']): RecordedOutcome {
  const [engine, channel, domain, assetId, relationship, status, position, rankGroup, url, title, ...more] = values;
  const [isFeaturedSnippet, checkedDepth, runId, checkTs, provider, costUsd, error, serpFeatures, recomputedAt, citedPlace] = more;
  return {
    engine,
    channel,
    domain,
    assetId: assetId || null,
    relationship,
    status,
    rankAbsolute: position,
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
    citedPlace,
  };
}
