import type { AppContext } from '#context';
import { keyIdOf } from '#http/caller.ts';
import type { RequestScope } from '#http/endpoint.ts';
import { messageOf } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import { toQueryId, type SerpCheck } from '../check.ts';
import type { WorkflowInstance } from '#workflows/types.ts';
import { findCachedRun } from './plan-check.ts';
import type { RunPage } from '../runs/serp-run.ts';
import { findNewestRunId, findPage } from '../runs/store/runs.ts';
import type { CheckOutput } from './tracking-input.ts';

export type PageRequestContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'cache'> &
  Pick<RequestScope, 'requestId' | 'caller'>;

export interface PageRequest {
  readonly check: SerpCheck;
  readonly projectId: string;
  /** Reads the page even when it is cached. */
  readonly force: boolean;
  /** Real time in epoch milliseconds. */
  readonly deadline: number;
}

/** The page for a waiting request, or why there is none yet. */
export type RequestedPage =
  | (RunPage & { readonly state: 'read'; readonly isCached: boolean; readonly costUsd: number })
  | { readonly state: 'failed'; readonly error: string; readonly workflowId: string }
  | { readonly state: 'skipped'; readonly reason: string; readonly message: string | null }
  | { readonly state: 'running'; readonly workflowId: string };

const WORKFLOW = 'serp-tracking';
/** Longer than reading a page takes. */
const FLIGHT_HINT_MS = 3_600_000;

/**
 * The page of a check: from the cache of the last hour, or read now by a workflow. Requests for the same page
 * while it is being read wait for the same workflow, over all processes: its id is made from the page and the
 * newest run before it. The request that started it pays for it.
 */
export async function getPageForRequest(ctx: PageRequestContext, input: PageRequest): Promise<RequestedPage> {
  const cached = input.force ? undefined : await findCachedRun(ctx, input.check);
  const page = cached && (await findPage(ctx.postgres, cached.id));
  if (page !== undefined) return { ...page, state: 'read', isCached: true, costUsd: 0 };

  const workflowId = await joinFlight(ctx, input);
  try {
    const ended = await ctx.workflows.waitFor<CheckOutput>(workflowId, Math.max(0, input.deadline - ctx.clock.realNow()));
    return ended === undefined ? { state: 'running', workflowId } : await toRequestedPage(ctx, workflowId, ended.output);
  } catch (error) {
    return { state: 'failed', error: messageOf(error), workflowId };
  }
}

/** Starts the workflow that reads the page, or finds the running one; returns its id. */
async function joinFlight(ctx: PageRequestContext, { check, projectId }: PageRequest): Promise<string> {
  const newestRunId = (await findNewestRunId(ctx.postgres, toQueryId(check))) ?? 'none';
  const subject = `${WORKFLOW}:${check.keywordId}:${check.engine}:${check.channel}:`;
  const hintKey = `serp-flight:${hashId(subject, [check.depth, newestRunId])}`;
  const firstFlight = (await ctx.cache.get<number>(hintKey)) ?? 1;
  for (let flight = firstFlight; ; flight += 1) {
    const workflowId = hashId(subject, [check.depth, newestRunId, flight]);
    const known = await ctx.workflows.find(workflowId);
    if (known === undefined) {
      const apiKeyId = keyIdOf(ctx.caller);
      const input = { project_id: projectId, source: 'api' as const, check, requested_by: ctx.requestId, api_key_id: apiKeyId };
      return await ctx.workflows.startNow(WORKFLOW, input, { id: workflowId });
    }
    // A workflow that made a run ended after the newest run was looked up. One that made none (stopped by a budget)
    // left the newest run unchanged: the next flight takes the next number, and the cache remembers the last one.
    if (!hasEndedWithoutRun(known)) return workflowId;
    await ctx.cache.set(hintKey, flight + 1, FLIGHT_HINT_MS);
  }
}

function hasEndedWithoutRun({ status, output }: WorkflowInstance): boolean {
  if (status === 'completed') return (output as CheckOutput).run_id === null;
  return status === 'failed' || status === 'terminated';
}

async function toRequestedPage(ctx: PageRequestContext, workflowId: string, output: CheckOutput): Promise<RequestedPage> {
  if (output.skipped || output.run_id === null) return { state: 'skipped', reason: output.reason ?? 'skipped', message: output.message };
  const page = await findPage(ctx.postgres, output.run_id);
  if (page === undefined) return { state: 'failed', error: 'The result page is no longer kept', workflowId };
  const isOurs = output.requested_by === ctx.requestId;
  return { ...page, state: 'read', isCached: !isOurs, costUsd: isOurs ? output.cost_usd : 0 };
}
