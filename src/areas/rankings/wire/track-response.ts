import { z } from 'zod';
import type { Spent } from '#http/endpoint.ts';
import { toDay } from '#kernel/clock.ts';
import { sumUsd } from '#kernel/money.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { toQueryId } from '../check.ts';
import { toReaderType } from '../live/page-orders.ts';
import type { TrackResult } from '../live/track-rankings.ts';
import { toTaskResult, type TaskResult } from '../orders/serp-task.ts';
import { OutcomeBody, FoundResultBody, toOutcomeBody, toFoundResultBody } from './outcome.ts';
import { PositionBody, toPositionBody } from './position.ts';

const ResultBody = OutcomeBody.extend({
  project_id: z.string(),
  status: z
    .enum(['ranked', 'not_found', 'failed', 'pending', 'skipped'])
    .nullable()
    .meta({ description: 'Null: the page was read, and nothing was looked for on it.' }),
  reason: z.string().nullable(),
  query_id: z.string(),
  matches: z.array(FoundResultBody),
  top_domains: z.array(FoundResultBody),
  platform: z.enum(ENGINES),
  check_date: z.string().nullable(),
  workflow_id: z.string().nullable(),
  status_url: z.string().nullable(),
}).meta({ id: 'RankingCheck' });
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

function toResultBody({ check, projectId, page, ...own }: TrackResult): ResultBody {
  const { match, targetDomain = null } = own;
  const { channel } = check;
  const result = page.state === 'read' ? toTaskResult(page, { channel, own, isCached: page.isCached, costUsd: page.costUsd }) : null;
  const runId = page.state === 'read' ? page.run.id : null;
  const error = page.state === 'failed' ? page.error : page.state === 'skipped' ? page.message : null;
  const workflowId = page.state === 'read' ? page.run.workflowId : page.state === 'skipped' ? null : page.workflowId;
  return {
    ...toOutcomeBody({ check, result, runId, error, targetDomain }),
    project_id: projectId,
    status: toStatus(page.state, result),
    reason: page.state === 'skipped' ? page.reason : null,
    query_id: toQueryId(check),
    matches: (match?.all ?? []).map(toFoundResultBody),
    top_domains: (result?.top ?? []).map(({ position, ...found }) => toFoundResultBody({ ...found, rankAbsolute: position })),
    platform: check.engine,
    check_date: result === null ? null : toDay(new Date(result.checkTs)),
    workflow_id: workflowId,
    status_url: workflowId === null ? null : `/api/admin/workflow/${toReaderType(workflowId)}/${workflowId}`,
  };
}

function toStatus(state: TrackResult['page']['state'], result: TaskResult | null): ResultBody['status'] {
  if (result !== null) return result.status;
  if (state === 'running') return 'pending';
  return state === 'skipped' ? 'skipped' : 'failed';
}
