import { z } from 'zod';
import { EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import type { Spent } from '#http/endpoint.ts';
import { toDay } from '#kernel/clock.ts';
import { sumUsd } from '#kernel/money.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { toQueryId } from '../check.ts';
import { isCounted } from '../ingest/match-results.ts';
import { toReaderType } from '../live/page-orders.ts';
import type { TrackResult } from '../live/track-rankings.ts';
import { CHANNELS } from '../vocabulary.ts';
import { PositionBody, toPositionBody } from './position.ts';
import { toProviderName } from './provider-name.ts';

const TOP_DOMAINS = 10;

const TopDomain = z.object({ position: z.int(), domain: z.string().nullable(), url: z.string().nullable() });

const ResultBody = z
  .object({
    keyword_id: z.string(),
    keyword: z.string(),
    keyword_text: z.string(),
    project_id: z.string(),
    success: z.boolean(),
    status: z
      .enum(['ranked', 'not_found', 'failed', 'pending', 'skipped'])
      .nullable()
      .meta({ description: 'Null: the page was read, and nothing was looked for on it.' }),
    error: z.string().nullable(),
    reason: z.string().nullable(),
    run_id: z.string().nullable(),
    query_id: z.string(),
    results_count: z.int(),
    position: z.int().nullable(),
    rank: z.int().nullable(),
    rank_absolute: z.int().nullable(),
    rank_group: z.int().nullable(),
    matched_domain: z.string().nullable(),
    target_domain: z.string().nullable(),
    url: z.string().nullable(),
    title: z.string().nullable(),
    is_featured_snippet: z.boolean(),
    matches: z.array(z.object({ position: z.int(), rank_group: z.int(), domain: z.string().nullable(), url: z.string().nullable() })),
    top_domains: z.array(TopDomain),
    cost: z.number(),
    cached: z.boolean(),
    engine: z.enum(ENGINES),
    platform: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    location_code: z.int(),
    language_code: z.string(),
    device: z.string(),
    depth: z.int(),
    checked_depth: z.int().nullable(),
    check_date: z.string().nullable(),
    check_ts: z.int().nullable(),
    checked_at: z.string().nullable(),
    provider: z.string().nullable(),
    items_count: z.int().nullable(),
    se_results_count: z.int().nullable(),
    check_url: z.string().nullable(),
    serp_features: z.array(z.string()),
    workflow_id: z.string().nullable(),
    status_url: z.string().nullable(),
  })
  .meta({ id: 'RankingCheck' });
type ResultBody = z.input<typeof ResultBody>;

/** The union of both forms: a single keyword's own fields stand at the top as well. */
export const TrackRankingsResponse = z.object({
  success: z.boolean(),
  results: z.array(ResultBody),
  total_keywords: z.int(),
  total_cost: z.number(),
  ...ResultBody.partial().omit({ success: true }).shape,
  positions: z.array(PositionBody).optional(),
  skipped: z.boolean().optional(),
  warning: z.string().optional(),
});

export const TrackRankingsEstimate = z.object({ success: z.boolean(), dry_run: z.boolean(), estimate: EstimateBody });

export function toTrackEstimateBody(estimate: Estimate): z.input<typeof TrackRankingsEstimate> {
  return { success: true, dry_run: true, estimate: toEstimateFields(estimate) };
}

interface TrackReply {
  readonly status: 200 | 202;
  readonly body: z.input<typeof TrackRankingsResponse>;
  readonly spent: Spent;
}

/** 200 when everything has an outcome, 202 when something is still running. */
export function toTrackReply(results: readonly TrackResult[]): TrackReply {
  const bodies = results.map(toResultBody);
  const [only] = results.length === 1 ? bodies : [];
  const running = bodies.find((body) => body.status === 'pending');
  const skipped = bodies.find((body) => body.status === 'skipped');
  const totalCost = sumUsd(bodies.map(({ cost }) => cost));
  const body = {
    ...only,
    ...(only && results[0]?.page.state === 'read' ? { positions: results[0].page.items.map(toPositionBody) } : {}),
    success: bodies.some(({ success, status }) => success || status === 'pending'),
    results: bodies,
    total_keywords: bodies.length,
    total_cost: totalCost,
    ...(skipped ? { skipped: true, reason: skipped.reason } : {}),
    ...(running
      ? { warning: STILL_RUNNING, workflow_id: running.workflow_id, status: 'pending' as const, status_url: running.status_url }
      : {}),
  };
  return { status: running ? 202 : 200, body, spent: { costUsd: totalCost, isCached: bodies.every(({ cached }) => cached) } };
}

const STILL_RUNNING = 'The check takes longer than this request can wait. It goes on; ask status_url for its end.';

function toResultBody({ check, projectId, targetDomain, page, match, hasTarget }: TrackResult): ResultBody {
  const run = page.state === 'read' ? page.run : undefined;
  const items = page.state === 'read' ? page.items : [];
  const best = match?.best;
  const workflowId = page.state === 'failed' || page.state === 'running' ? page.workflowId : (run?.workflowId ?? null);
  return {
    keyword_id: check.keywordId,
    keyword: check.keyword,
    keyword_text: check.keyword,
    project_id: projectId,
    success: page.state === 'read',
    status: toStatus(page.state, best, hasTarget),
    error: page.state === 'failed' ? page.error : page.state === 'skipped' ? page.message : null,
    reason: page.state === 'skipped' ? page.reason : null,
    run_id: run?.id ?? null,
    query_id: toQueryId(check),
    results_count: items.length,
    position: best?.rankAbsolute ?? null,
    rank: best?.rankAbsolute ?? null,
    rank_absolute: best?.rankAbsolute ?? null,
    rank_group: best?.rankGroup ?? null,
    matched_domain: best?.domain ?? null,
    target_domain: targetDomain ?? null,
    url: best?.url ?? null,
    title: best?.title ?? null,
    is_featured_snippet: match?.isFeaturedSnippet ?? false,
    matches: (match?.all ?? []).map(({ rankAbsolute, rankGroup, domain, url }) => ({
      position: rankAbsolute,
      rank_group: rankGroup,
      domain,
      url,
    })),
    top_domains: toTopDomains(items, check.channel),
    cost: page.state === 'read' ? page.costUsd : 0,
    cached: page.state === 'read' && page.isCached,
    engine: check.engine,
    platform: check.engine,
    channel: check.channel,
    location_code: check.locationCode,
    language_code: check.languageCode,
    device: check.device,
    depth: check.depth,
    checked_depth: run?.checkedDepth ?? null,
    check_date: run ? toDay(run.checkTs) : null,
    check_ts: run?.checkTs.getTime() ?? null,
    checked_at: run?.checkTs.toISOString() ?? null,
    provider: toProviderName(run?.provider ?? null),
    items_count: run?.itemsCount ?? null,
    se_results_count: run?.seResultsCount ?? null,
    check_url: run?.checkUrl ?? null,
    serp_features: [...(run?.features ?? [])],
    workflow_id: workflowId,
    status_url: workflowId === null ? null : `/api/admin/workflow/${toReaderType(workflowId)}/${workflowId}`,
  };
}

/** Nothing is missing where nothing was looked for. */
function toStatus(state: TrackResult['page']['state'], best: SerpItem | undefined, hasTarget: boolean): ResultBody['status'] {
  if (state === 'read' && !hasTarget) return null;
  if (state === 'read') return best === undefined ? 'not_found' : 'ranked';
  return state === 'running' ? 'pending' : state;
}

function toTopDomains(items: readonly SerpItem[], channel: TrackResult['check']['channel']): z.input<typeof TopDomain>[] {
  return items
    .filter((item) => isCounted(item, channel))
    .slice(0, TOP_DOMAINS)
    .map(({ rankAbsolute, domain, url }) => ({ position: rankAbsolute, domain, url }));
}
