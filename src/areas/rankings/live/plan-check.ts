import { findTrackedCheck } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { toSerpRequest, type SerpCheck } from '../check.ts';
import { awaitPlanning, hasQueuedCheck } from '../dispatch/store.ts';
import { findCachedRun } from './cached-runs.ts';
import { claimPages } from './claim-pages.ts';
import type { SerpCheckInput } from './tracking-input.ts';

type PlanContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'workflows'> & { readonly workflowId: string };

/** The decision of the step `budget`, as recorded. */
export type CheckPlan =
  | { readonly decision: 'fetch'; readonly check: SerpCheck; readonly estimateUsd: number }
  /** The page was read within the hour. */
  | { readonly decision: 'reuse'; readonly check: SerpCheck; readonly runId: string }
  /** Another workflow reads the page: its end is waited for, and then there is a new plan. */
  | { readonly decision: 'join'; readonly workflowId: string }
  | { readonly decision: 'fail'; readonly check: SerpCheck; readonly problem: { readonly message: string; readonly hint: string } }
  | { readonly decision: 'skip'; readonly reason: 'not_tracked' | 'queued' };

/** Plans a check whose options are all given. `force` reads the page also when it was read within the hour. */
export async function planGivenCheck(ctx: PlanContext, { check, force }: { check: SerpCheck; force: boolean }): Promise<CheckPlan> {
  if (!ctx.searchData.isConfigured) return { decision: 'fail', check, problem: ctx.searchData.provider.noCredentials };
  const [claim] = await claimPages(ctx, ctx.workflowId, [{ check, force }]);
  if (claim?.state === 'held') return { decision: 'join', workflowId: claim.workflowId };
  if (claim?.state === 'cached') return { decision: 'reuse', check, runId: claim.runId };
  return { decision: 'fetch', check, estimateUsd: ctx.searchData.estimateSerpUsd(toSerpRequest(check)) };
}

/** Plans the check of a tracked keyword: depth and strategy are what its projects want now. */
export async function planTrackedCheck(ctx: PlanContext, asked: SerpCheckInput): Promise<CheckPlan> {
  const { subject, force } = asked;
  const check = await findTrackedCheck(ctx.postgres, subject);
  if (check === undefined) return { decision: 'skip', reason: 'not_tracked' };
  if (await isDispatched(ctx, asked)) return { decision: 'skip', reason: 'queued' };
  const fresh = force ? undefined : await findCachedRun(ctx, check);
  // Simulated time can put several days into an hour; a run counts only for its own day.
  const isOfToday = fresh !== undefined && toDay(fresh.checkTs) === toDay(ctx.clock.now());
  if (isOfToday) return { decision: 'reuse', check, runId: fresh.id };
  return await planGivenCheck(ctx, { check, force: force || fresh !== undefined });
}

/**
 * Whether a dispatch has queued a first check before it was read live, because a day began in between. A
 * dispatch leaves out what is being read live; the lock makes each wait for the other's decision.
 */
async function isDispatched({ postgres }: PlanContext, { subject, source, project_id: projectId }: SerpCheckInput): Promise<boolean> {
  if (source !== 'tracking' || projectId === undefined) return false;
  return await postgres.transaction(async (tx) => {
    await awaitPlanning(tx);
    return await hasQueuedCheck(tx, subject, projectId);
  });
}
