import type { AppContext } from '#context';
import { BudgetExceededError, isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import { toFamily, type PostedTask, type QueuedTask, type SerpPriority } from '#providers/search-data/index.ts';
import type { Payer, QuestionContext, TaskOrder, PostKey } from '../question.ts';
import { updateTasks, type BatchKey, type TaskUpdate } from '../tasks/store.ts';
import { claimTasks, countDoubtfulTasks, listWaitingTasks, type TaskToDecide } from './store.ts';
import { decideTasks, NOT_WANTED, type DecidedTasks } from '../tasks/decide-tasks.ts';
import { failTasks, type Failing } from '../tasks/fail-tasks.ts';
import { makePostbackAddresses } from '../postback/delivery-secret.ts';
import { toTag } from '../tasks/queued.ts';
import { applyEarlyAnswers } from '../answers/receive-answers.ts';

/** A post is sent within this after its tasks were marked, or not at all. */
export const SEND_WITHIN_MS = 120_000;

export type PostContext = QuestionContext & Pick<AppContext, 'workflows' | 'publicUrl' | 'purchases'>;

export interface PostInput extends BatchKey, TaskOrder {
  readonly priority: SerpPriority;
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
  const waiting = await listWaitingTasks(ctx.postgres, input, ctx.searchData.postSize);
  const toPost = await listWanted(ctx, waiting);
  const ends = toPost.length === 0 ? [] : await post(ctx, input, toPost);
  const count = (kind: PostEnd['kind']): number => ends.filter((end) => end.kind === kind).length;
  // Counted in the store: an earlier try, or a process that died, may have left some.
  const doubtful = await countDoubtfulTasks(ctx.postgres, input);
  const held = ends.find((end) => end.kind === 'held');
  // Doubts first: the other tasks are posted after these are resolved.
  if (held?.kind === 'held' && doubtful === 0) throw held.error;
  return { posted: count('posted'), doubtful, skipped: waiting.length - toPost.length + count('skipped'), failed: count('failed') };
}

/** How the post of a task ended. */
type PostEnd =
  | { readonly kind: 'posted' | 'skipped' | 'doubtful'; readonly change: TaskUpdate }
  /** Refused for now. */
  | { readonly kind: 'held'; readonly change: TaskUpdate; readonly error: Error }
  | { readonly kind: 'failed'; readonly failed: Failing };

type ToPost = DecidedTasks<TaskToDecide>['wanted'];

/** @throws the error that kept all of them from being sent; then they wait as before */
async function post(ctx: PostContext, input: PostInput, toPost: ToPost): Promise<PostEnd[]> {
  const sentAt = new Date(ctx.clock.realNow());
  const tasks = toPost.map(({ row: { id }, decided: { asked, readDepth } }) => ({ id, asked, readDepth }));
  const keys = await claimTasks(ctx.postgres, tasks, { postedAt: ctx.clock.now(), sentAt });
  const taken = { toPost, keys, sentAt };
  const outcomes = await send(ctx, input, taken).catch(async (error: unknown) => {
    await recordPosts(
      ctx,
      keys.map((key) => ({ ...key, status: 'planned', isDoubtful: false, error: messageOf(error) })),
    );
    throw error;
  });
  const byId = new Map(toPost.map((one) => [one.row.id, one]));
  const ends = outcomes.flatMap((outcome, at): PostEnd[] => {
    const key = keys[at];
    const one = byId.get(key?.id ?? '');
    if (key === undefined || one === undefined) return [];
    const { question, asked } = one.decided;
    return [toEnd(outcome, { ...key, question, asked, dispatchId: input.dispatchId, projectIds: one.row.projectIds })];
  });
  await recordPosts(
    ctx,
    ends.flatMap((end) => (end.kind === 'failed' ? [] : [end.change])),
  );
  await failTasks(
    ctx,
    ends.flatMap((end) => (end.kind === 'failed' ? [end.failed] : [])),
  );
  return ends;
}

async function send(ctx: PostContext, input: PostInput, taken: Taken): Promise<PostedTask[]> {
  // A batch is of one question.
  const payer = await taken.toPost[0]?.decided.question.makePayer(ctx.postgres, input);
  const tasks = payer === undefined ? [] : toTasks(taken, payer);
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
  changes: readonly TaskUpdate[],
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await updateTasks(tx, changes, new Date(ctx.clock.realNow()));
    await applyEarlyAnswers(
      ctx,
      tx,
      changes.filter(({ status }) => status === 'posted').map(({ id }) => id),
    );
  });
}

/** What to post, as it is wanted now. What is no longer wanted is skipped. */
async function listWanted(ctx: PostContext, waiting: readonly TaskToDecide[]): Promise<ToPost> {
  const { wanted, gone } = await decideTasks(ctx, waiting);
  const changes = gone.map(({ id, round, post: number }): TaskUpdate => {
    return { id, round, post: number, status: 'skipped', isDoubtful: false, error: NOT_WANTED };
  });
  await updateTasks(ctx.postgres, changes, new Date(ctx.clock.realNow()));
  return wanted;
}

interface Taken {
  readonly toPost: ToPost;
  readonly keys: readonly PostKey[];
  /** When they were marked, in real time. */
  readonly sentAt: Date;
}

/** In the order of the keys; tasks that another process claimed have no key. Projects of a task share its price. */
function toTasks({ toPost, keys }: Omit<Taken, 'sentAt'>, payer: Payer): QueuedTask[] {
  const byId = new Map(toPost.map((one) => [one.row.id, one]));
  return keys.flatMap((key) => {
    const one = byId.get(key.id);
    if (one === undefined) return [];
    const { question, asked, readDepth } = one.decided;
    const { projectIds } = one.row;
    const scope = { ...payer.toScope(asked), ...(projectIds.length === 0 ? {} : { projectIds }) };
    return { request: question.toRequest(asked, readDepth), tag: toTag(key), scope };
  });
}

function toEnd(outcome: PostedTask, one: Omit<Failing, 'error' | 'isDoubtful' | 'isStillDue'>): PostEnd {
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

/** A problem of the account, not of the task: it stays due. */
function isOfAccount(error: Error): boolean {
  return error instanceof OutsideError && (error.kind === 'credentials_refused' || error.kind === 'payment_refused');
}
