import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { toQueryId, toSerpRequest, type SerpCheck } from '../check.ts';
import { awaitPlanning, hasQueuedCheck } from '../dispatch/store.ts';
import { findFreshRun } from '../runs/store/runs.ts';
import { findTrackedCheck } from '../tracked/store.ts';
import type { SerpCheckInput } from './tracking-input.ts';

type PlanContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData'>;

/** For how long an on-demand result is reused. */
const CACHE_MS = 3_600_000;

/** How the first try of a page without credentials is answered. */
export const CREDENTIALS_PROBLEM = {
  message: 'DataForSEO credentials not configured',
  hint: 'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, or SANDBOX=1 to work with simulated data.',
} as const;

/** The decision of the step `budget`, as recorded. */
export type CheckPlan =
  | { readonly decision: 'fetch'; readonly check: SerpCheck; readonly estimateUsd: number }
  /** The page was read within the hour, for this day. */
  | { readonly decision: 'reuse'; readonly check: SerpCheck; readonly runId: string }
  | { readonly decision: 'fail'; readonly check: SerpCheck; readonly problem: { readonly message: string; readonly hint: string } }
  | { readonly decision: 'skip'; readonly reason: 'not_tracked' | 'queued' };

/** Plans a check whose options are all given. */
export function planGivenCheck({ searchData }: Pick<PlanContext, 'searchData'>, check: SerpCheck): CheckPlan {
  if (!searchData.isConfigured) return { decision: 'fail', check, problem: CREDENTIALS_PROBLEM };
  return { decision: 'fetch', check, estimateUsd: searchData.estimateSerpUsd(toSerpRequest(check)) };
}

/** Plans the check of a tracked keyword: depth and strategy are what its projects want now. */
export async function planTrackedCheck(ctx: PlanContext, asked: SerpCheckInput): Promise<CheckPlan> {
  const { subject, force } = asked;
  const check = await findTrackedCheck(ctx.postgres, subject);
  if (check === undefined) return { decision: 'skip', reason: 'not_tracked' };
  if (await isDispatched(ctx, asked)) return { decision: 'skip', reason: 'queued' };
  const fresh = force ? undefined : await findCachedRun(ctx, check);
  // Simulated time can put several days into an hour; a run counts only for its own day.
  if (fresh !== undefined && toDay(fresh.checkTs) === toDay(ctx.clock.now())) return { decision: 'reuse', check, runId: fresh.id };
  return planGivenCheck(ctx, check);
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

/**
 * The run to reuse instead of a new one: at most an hour old in real time, and at least as deep.
 * @param readFor a project: only runs that its organization asked for first or has positions of
 */
export function findCachedRun(ctx: Pick<AppContext, 'postgres' | 'clock'>, check: SerpCheck, readFor?: string) {
  const since = new Date(ctx.clock.realNow() - CACHE_MS);
  return findFreshRun(ctx.postgres, { queryId: toQueryId(check), since, depth: check.depth, readFor });
}
