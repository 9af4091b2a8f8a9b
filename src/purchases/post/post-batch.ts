import type { AppContext } from '#context';
import { BudgetExceededError, isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import type { SpendScope, SpendSubject } from '#providers/metering.ts';
import { toFamily, type PostedTask, type QueuedTask, type SerpPriority } from '#providers/search-data/index.ts';
import { toSerpRequest, type SerpCheck } from '#areas/rankings/check.ts';
import { toFirstDepth } from '#areas/rankings/runs/parse-serp-page.ts';
import { toSubject, updateChecks, type BatchKey, type CheckUpdate } from '../tasks/store.ts';
import { claimChecks, countDoubtfulChecks, listWaitingChecks, type CheckToPost, type WaitingCheck } from './store.ts';
import { findTask } from '#areas/rankings/orders/store.ts';
import { listChecksToRead } from '#areas/rankings/queued-pages/checks-to-read.ts';
import { failChecks, type FailedCheck } from '../tasks/fail-tasks.ts';
import { makePostbackAddresses } from '../postback/delivery-secret.ts';
import { toTag, type AppTask, type PostKey } from '../tasks/queued.ts';
import { applyEarlyAnswers } from '../answers/receive-answers.ts';

/** A post is sent within this after its checks were marked, or not at all. */
export const SEND_WITHIN_MS = 120_000;

export type PostContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'workflows' | 'publicUrl'>;

export interface PostInput extends BatchKey {
  readonly priority: SerpPriority;
  readonly source: 'cron' | 'workflow';
  readonly signal: AbortSignal;
}

export interface PostSummary {
  /** With the provider now. */
  readonly posted: number;
  /** The answer was lost: the provider's record must show whether they were taken. */
  readonly doubtful: number;
  /** Stopped by a budget, or no longer tracked. */
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Posts the tasks of a batch that wait for it, in one call. Each is marked before the call, so that
 * nothing is posted twice by a process that dies in the middle: what is marked and not recorded is in
 * doubt, and `resolveDoubts` asks the provider.
 * @throws OutsideError when the provider refused some for now; they wait for the next try
 */
export async function postBatch(ctx: PostContext, input: PostInput): Promise<PostSummary> {
  const waiting = await listWaitingChecks(ctx.postgres, input, ctx.searchData.postSize);
  const toPost = await toChecks(ctx, waiting);
  const ends = toPost.length === 0 ? [] : await post(ctx, input, { toPost, waiting });
  const count = (kind: PostEnd['kind']): number => ends.filter((end) => end.kind === kind).length;
  // Counted in the store: an earlier try, or a process that died, may have left some.
  const doubtful = await countDoubtfulChecks(ctx.postgres, input);
  const held = ends.find((end) => end.kind === 'held');
  // Doubts first: the other checks are posted after these are resolved.
  if (held?.kind === 'held' && doubtful === 0) throw held.error;
  return { posted: count('posted'), doubtful, skipped: waiting.length - toPost.length + count('skipped'), failed: count('failed') };
}

/** How the post of a check ended. */
type PostEnd =
  | { readonly kind: 'posted' | 'skipped' | 'doubtful'; readonly change: CheckUpdate }
  /** Refused for now. */
  | { readonly kind: 'held'; readonly change: CheckUpdate; readonly error: Error }
  | { readonly kind: 'failed'; readonly failed: FailedCheck };

type ToPost = Pick<Taken, 'toPost' | 'waiting'>;

/** @throws the error that kept all of them from being sent; then they wait as before */
async function post(ctx: PostContext, input: PostInput, { toPost, waiting }: ToPost): Promise<PostEnd[]> {
  const sentAt = new Date(ctx.clock.realNow());
  const keys = await claimChecks(ctx.postgres, toPost, { postedAt: ctx.clock.now(), sentAt });
  const taken = { toPost, keys, waiting, sentAt };
  const outcomes = await send(ctx, input, taken).catch(async (error: unknown) => {
    await recordPosts(
      ctx,
      keys.map((key) => ({ ...key, status: 'planned', isDoubtful: false, error: messageOf(error) })),
    );
    throw error;
  });
  const byId = new Map(toPost.map((one) => [one.id, one]));
  const projects = new Map(waiting.map(({ id, projectIds }) => [id, projectIds]));
  const ends = outcomes.flatMap((outcome, at): PostEnd[] => {
    const key = keys[at];
    const one = byId.get(key?.id ?? '');
    if (key === undefined || one === undefined) return [];
    return [toEnd(outcome, { ...key, check: one.check, dispatchId: input.dispatchId, projectIds: projects.get(key.id) ?? [] })];
  });
  await recordPosts(
    ctx,
    ends.flatMap((end) => (end.kind === 'failed' ? [] : [end.change])),
  );
  await failChecks(
    ctx,
    ends.flatMap((end) => (end.kind === 'failed' ? [end.failed] : [])),
  );
  return ends;
}

async function send(ctx: PostContext, input: PostInput, taken: Taken): Promise<PostedTask[]> {
  const tasks = toTasks(taken, await makeScope(ctx, input));
  // A batch is of one kind.
  const family = toFamily(tasks[0]?.request ?? { kind: 'organic' });
  return await ctx.searchData.postTasks(tasks, {
    toPostbackUrl: await makePostbackAddresses(ctx, family),
    priority: family === 'serp' ? input.priority : 'normal',
    signal: input.signal,
    sendBefore: new Date(taken.sentAt.getTime() + SEND_WITHIN_MS),
  });
}

/** Records how posts ended; answers that came before this are applied now. */
export async function recordPosts(
  ctx: Pick<PostContext, 'postgres' | 'clock' | 'workflows'>,
  changes: readonly CheckUpdate[],
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await updateChecks(tx, changes, new Date(ctx.clock.realNow()));
    await applyEarlyAnswers(
      ctx,
      tx,
      changes.filter(({ status }) => status === 'posted').map(({ id }) => id),
    );
  });
}

/** What to post, as its projects want it now. Checks that no project tracks any more are skipped. */
async function toChecks(ctx: PostContext, waiting: readonly WaitingCheck[]): Promise<CheckToPost[]> {
  const pages = waiting.flatMap((one) => {
    const subject = toSubject(one);
    return subject === undefined ? [] : [{ ...one, ...subject }];
  });
  const checks = await listChecksToRead(ctx.postgres, pages);
  const gone = pages.filter((_one, at) => checks[at] === undefined);
  const changes = gone.map(({ id, round, post: number }): CheckUpdate => {
    return { id, round, post: number, status: 'skipped', isDoubtful: false, error: 'not_tracked' };
  });
  await updateChecks(ctx.postgres, changes, new Date(ctx.clock.realNow()));
  const apps = waiting.flatMap(({ id, appTask }) => (appTask === null ? [] : [{ id, check: null, appTask, readDepth: 0 }]));
  return [
    ...apps,
    ...pages.flatMap(({ id, readDepth }, at) => {
      const check = checks[at];
      return check === undefined ? [] : [{ id, check, appTask: null, readDepth: toReadDepth(check, readDepth) }];
    }),
  ];
}

/** The first depth, unless an earlier post of the round showed that more is needed. */
function toReadDepth(check: SerpCheck, readDepth: number): number {
  return Math.min(check.depth, Math.max(toFirstDepth(check), readDepth));
}

interface Taken {
  readonly toPost: readonly CheckToPost[];
  readonly keys: readonly PostKey[];
  readonly waiting: readonly WaitingCheck[];
  /** When they were marked, in real time. */
  readonly sentAt: Date;
}

type ToScope = (projectIds: readonly string[], appTask: AppTask | null) => SpendScope;

/** In the order of the keys; tasks that another process claimed have no key. */
function toTasks({ toPost, keys, waiting }: Omit<Taken, 'sentAt'>, toScope: ToScope): QueuedTask[] {
  const byId = new Map(toPost.map((one) => [one.id, one]));
  const projects = new Map(waiting.map(({ id, projectIds }) => [id, projectIds]));
  return keys.flatMap((key) => {
    const one = byId.get(key.id);
    const request = one && (one.check === null ? one.appTask?.request : toSerpRequest(one.check, one.readDepth));
    if (one === undefined || request === undefined) return [];
    return { request, tag: toTag(key), scope: toScope(projects.get(key.id) ?? [], one.appTask) };
  });
}

/** A task is paid for by the key that ordered it, a dispatch by the projects that track the keyword. */
async function makeScope(ctx: PostContext, { dispatchId, source }: PostInput): Promise<ToScope> {
  const task = await findTask(ctx.postgres, dispatchId);
  const by: SpendScope =
    task === undefined
      ? { source, runId: dispatchId, workflowType: 'subscription-dispatch' }
      : { source: 'api', runId: dispatchId, workflowType: 'serp-task', apiKeyId: task.apiKeyId ?? undefined };
  return (projectIds, appTask) => {
    if (appTask === null) return { ...by, projectIds };
    return { runId: dispatchId, ...appTask.scope, ...toSpendSubject(appTask.request), ...(projectIds.length === 0 ? {} : { projectIds }) };
  };
}

function toSpendSubject(request: AppTask['request']): SpendSubject {
  const categoryId = 'categoryId' in request ? (request.categoryId ?? undefined) : undefined;
  return { appId: 'appId' in request ? request.appId : undefined, categoryId };
}

function toEnd(outcome: PostedTask, one: Omit<FailedCheck, 'error' | 'isDoubtful' | 'isStillDue'>): PostEnd {
  const key = { id: one.id, round: one.round, post: one.post };
  if (outcome.state === 'posted') {
    const { taskId, costUsd } = outcome;
    return { kind: 'posted', change: { ...key, status: 'posted', isDoubtful: false, taskId, costUsd } };
  }
  const error = messageOf(outcome.error);
  if (outcome.state === 'unknown') {
    const { isAnswered } = outcome;
    return { kind: 'doubtful', change: { ...key, status: 'posting', isDoubtful: true, isAnswered, error } };
  }
  if (outcome.error instanceof BudgetExceededError)
    return { kind: 'skipped', change: { ...key, status: 'skipped', isDoubtful: false, error: 'budget_exceeded' } };
  if (isRetryable(outcome.error))
    return { kind: 'held', change: { ...key, status: 'planned', isDoubtful: false, error }, error: outcome.error };
  return { kind: 'failed', failed: { ...one, error, isDoubtful: false, isStillDue: isOfAccount(outcome.error) } };
}

/** A problem of the account, not of the check: it stays due. */
function isOfAccount(error: Error): boolean {
  return error instanceof OutsideError && (error.kind === 'credentials_refused' || error.kind === 'payment_refused');
}
