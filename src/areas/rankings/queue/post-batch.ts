import type { AppContext } from '#context';
import { BudgetExceededError, isRetryable, messageOf } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { PostedSerp, QueuedSerp, SerpPriority } from '#providers/search-data/index.ts';
import { toSerpRequest } from '../check.ts';
import { toFirstDepth } from '../page-of-answer.ts';
import {
  changeChecks,
  listWaitingChecks,
  takeChecks,
  type BatchKey,
  type CheckChange,
  type CheckToPost,
  type WaitingCheck,
} from '../store/queue.ts';
import { listTrackedChecks } from '../store/tracking.ts';
import { toPostbackUrl } from './postback-address.ts';
import { toTag, type PostKey } from './queued-check.ts';
import { applyEarlyAnswers } from './receive-answers.ts';

export type PostContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'workflows' | 'publicUrl'>;

export interface PostInput extends BatchKey {
  readonly priority: SerpPriority;
  readonly source: 'cron' | 'workflow';
  readonly signal: AbortSignal;
}

export interface PostSummary {
  /** What the provider has now. */
  readonly posted: number;
  /** Whose answer was lost: the provider's books must tell. */
  readonly doubtful: number;
  /** Stopped by a budget, or tracked no longer. */
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Posts the checks of a batch that wait for it, in one call. Each is marked before the call, so that
 * nothing is posted twice by a process that dies in the middle: what is marked and not recorded is in
 * doubt, and `resolveDoubts` asks the provider.
 * @throws OutsideError when the provider refused some for now; they wait for the next try
 */
export async function postBatch(ctx: PostContext, input: PostInput): Promise<PostSummary> {
  const waiting = await listWaitingChecks(ctx.postgres, input, ctx.searchData.postSize);
  if (waiting.length === 0) return { posted: 0, doubtful: 0, skipped: 0, failed: 0 };
  const toPost = await toChecks(ctx, waiting);
  const keys = await takeChecks(ctx.postgres, toPost, { postedAt: ctx.clock.now(), sentAt: new Date(ctx.clock.realNow()) });
  const outcomes = await ctx.searchData.postSerpTasks(toTasks(input, { toPost, keys, waiting }), {
    postbackUrl: await toPostbackUrl(ctx),
    priority: input.priority,
    signal: input.signal,
  });
  const changes = outcomes.map((outcome, at) => toChange(keys[at] as PostKey, outcome));
  await recordPosts(ctx, changes);

  const held = outcomes.find((outcome) => outcome.state === 'refused' && isHeld(outcome.error));
  const count = (status: CheckChange['status']): number => changes.filter((change) => change.status === status).length;
  const summary = {
    posted: count('posted'),
    doubtful: count('posting'),
    skipped: waiting.length - toPost.length + count('skipped'),
    failed: count('failed'),
  };
  // Doubts first: whatever waits for another try is posted after they are resolved.
  if (held?.state === 'refused' && summary.doubtful === 0) throw held.error;
  return summary;
}

/** Writes what became of posts; answers that were quicker than that are applied now. */
export async function recordPosts(
  ctx: Pick<PostContext, 'postgres' | 'clock' | 'workflows'>,
  changes: readonly CheckChange[],
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await changeChecks(tx, changes, new Date(ctx.clock.realNow()));
    await applyEarlyAnswers(
      ctx,
      tx,
      changes.filter(({ status }) => status === 'posted').map(({ id }) => id),
    );
  });
}

/** What to post, as its projects want it now. What nobody tracks any more is let go. */
async function toChecks(ctx: PostContext, waiting: readonly WaitingCheck[]): Promise<CheckToPost[]> {
  const checks = await listTrackedChecks(ctx.postgres, waiting);
  const gone = waiting.filter((_one, at) => checks[at] === undefined);
  const changes = gone.map(({ id, round }): CheckChange => ({ id, round, status: 'skipped', isDoubtful: false, error: 'not_tracked' }));
  await changeChecks(ctx.postgres, changes, new Date(ctx.clock.realNow()));
  return waiting.flatMap(({ id, readDepth }, at) => {
    const check = checks[at];
    if (check === undefined) return [];
    return { id, check, readDepth: readDepth > 0 ? Math.max(readDepth, check.depth) : toFirstDepth(check) };
  });
}

interface Taken {
  readonly toPost: readonly CheckToPost[];
  readonly keys: readonly PostKey[];
  readonly waiting: readonly WaitingCheck[];
}

/** In the order of the keys: what another process took meanwhile is not among them. */
function toTasks(input: PostInput, { toPost, keys, waiting }: Taken): QueuedSerp[] {
  const checks = new Map(toPost.map((one) => [one.id, one]));
  const projects = new Map(waiting.map(({ id, projectIds }) => [id, projectIds]));
  return keys.flatMap((key) => {
    const one = checks.get(key.id);
    if (one === undefined) return [];
    return { request: toSerpRequest(one.check, one.readDepth), tag: toTag(key), scope: toScope(input, projects.get(key.id) ?? []) };
  });
}

function toScope({ dispatchId, source }: PostInput, projectIds: readonly string[]): SpendScope {
  return { source, projectIds, runId: dispatchId, workflowType: 'subscription-dispatch' };
}

function toChange({ id, round }: PostKey, outcome: PostedSerp): CheckChange {
  if (outcome.state === 'posted')
    return { id, round, status: 'posted', isDoubtful: false, taskId: outcome.taskId, costUsd: outcome.costUsd };
  const error = messageOf(outcome.error);
  if (outcome.state === 'unknown') return { id, round, status: 'posting', isDoubtful: true, error };
  if (outcome.error instanceof BudgetExceededError) return { id, round, status: 'skipped', isDoubtful: false, error: 'budget_exceeded' };
  return { id, round, status: isHeld(outcome.error) ? 'planned' : 'failed', isDoubtful: false, error };
}

/** Refused for now, not for good. */
function isHeld(error: Error): boolean {
  return !(error instanceof BudgetExceededError) && isRetryable(error);
}
