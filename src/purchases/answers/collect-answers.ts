import type { AppContext } from '#context';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import { TASK_FAMILIES, toFamily, type ReadyTask } from '#providers/search-data/index.ts';
import { listLeftAnswerIds, pruneAnswers, pruneTasks, listOpenTasks, listOutstandingTasks } from './store.ts';
import { failTasks } from '../tasks/fail-tasks.ts';
import { pruneClaims } from '../claims/store.ts';
import type { QuestionContext, Queued } from '../question.ts';
import { toRequest, toTag, withQuestions } from '../tasks/queued.ts';
import { applyLater, receiveAnswer } from './receive-answers.ts';
import { rescueBatches } from '../post/rescue-batches.ts';

type CollectContext = QuestionContext & Pick<AppContext, 'clickhouse' | 'workflows' | 'logger' | 'purchases'>;

/** A result that has not arrived after this is collected. */
export const POLL_AFTER_MS = 3 * MINUTE_MS;
/**
 * A task that is not in the list of finished ones after this is asked for by its id. An answer leaves that list as it
 * is fetched, also when the process dies before it has stored it.
 */
export const ASK_AFTER_MS = 15 * MINUTE_MS;
/** A task without an answer after this has failed. */
const LOST_AFTER_MS = DAY_MS;
const KEPT_MS = 7 * DAY_MS;
const OUTSTANDING_MAX = 10_000;
/** Collected per run of the sweep; the next minute continues. */
const COLLECTED_MAX = 1_000;
const ASKED_AT_ONCE = 20;
const LEFT_ANSWERS_MAX = 5_000;

export interface CollectAges {
  /** Real time since the post; the list of finished tasks is read for older ones. */
  readonly pollAfterMs: number;
  /** Real time since the post; older ones that are not in the list are asked for by their ids. */
  readonly askAfterMs: number;
}

export interface CollectSummary {
  /** Tasks that the provider has had for longer than its answers usually take. */
  readonly outstanding: number;
  readonly collected: number;
  readonly failed: number;
}

/**
 * The safety net under the postbacks: collects answers that are done and did not arrive, asks for late ones,
 * and fails tasks whose answer never comes. Asking is free.
 * @throws OutsideError when the list of finished tasks cannot be read
 */
export async function collectAnswers(
  ctx: CollectContext,
  { pollAfterMs, askAfterMs }: CollectAges,
  signal: AbortSignal,
): Promise<CollectSummary> {
  const now = ctx.clock.realNow();
  const outstanding = withQuestions(
    ctx.purchases.questions,
    await listOutstandingTasks(ctx.postgres, new Date(now - pollAfterMs), OUTSTANDING_MAX),
  );
  if (outstanding.length === 0) return { outstanding: 0, collected: 0, failed: 0 };
  const byTag = new Map(outstanding.map((queued) => [toTag(queued), queued]));
  const ready = await listReady(ctx, outstanding, signal);
  const done = ready.filter(({ tag, taskId }) => tag !== undefined && byTag.get(tag)?.taskId === taskId);

  const listed = new Set(done.map(({ tag }) => tag));
  const late = outstanding.filter((queued) => queued.sentAt.getTime() < now - askAfterMs && !listed.has(toTag(queued)));
  const asked = late.map((queued) => ({ tag: toTag(queued), taskId: queued.taskId ?? '', endpoint: toEndpoint(ctx, queued) }));
  const collected = await collectAll(ctx, [...done, ...asked].slice(0, COLLECTED_MAX), signal);

  const lost = late.filter((queued) => queued.sentAt.getTime() < now - LOST_AFTER_MS);
  const error = `No answer of ${ctx.searchData.provider.title} could be fetched for a day`;
  await failTasks(
    ctx,
    lost.map((queued) => ({ ...queued, error, isDoubtful: false, isStillDue: false })),
  );
  return { outstanding: outstanding.length, collected, failed: lost.length };
}

/** Collects the answers of tasks whose delivery was damaged, or only announced. @throws OutsideError when none could be collected */
export async function collectTasks(ctx: CollectContext, taskIds: readonly string[], signal: AbortSignal): Promise<number> {
  const tasks = await listCollectable(ctx, taskIds);
  const collected = await collectAll(ctx, tasks, signal);
  if (collected === 0 && tasks.length > 0) {
    const { name, title } = ctx.searchData.provider;
    throw new OutsideError({ service: name, kind: 'provider', message: `No answer could be collected from ${title}` });
  }
  return collected;
}

/** Asks for answers that were delivered and could not be stored; what does not come is left to the sweeps. @returns how many came */
export async function collectLost(ctx: CollectContext, taskIds: readonly string[], signal: AbortSignal): Promise<number> {
  return await collectAll(ctx, await listCollectable(ctx, taskIds), signal);
}

async function listCollectable(ctx: CollectContext, taskIds: readonly string[]): Promise<Collectable[]> {
  const tasks = withQuestions(ctx.purchases.questions, await listOpenTasks(ctx.postgres, taskIds));
  return tasks.flatMap((queued) =>
    queued.taskId === null ? [] : [{ tag: toTag(queued), taskId: queued.taskId, endpoint: toEndpoint(ctx, queued) }],
  );
}

/** Enqueues answers and batches that were left behind, and deletes old rows. */
export async function repairQueue(ctx: Pick<CollectContext, 'postgres' | 'clock' | 'workflows'>): Promise<void> {
  const now = ctx.clock.realNow();
  const left = await listLeftAnswerIds(ctx.postgres, new Date(now - MINUTE_MS), LEFT_ANSWERS_MAX);
  // While such workflows are queued, the answers may be theirs.
  const [inLine] = await ctx.workflows.list({ type: 'serp-answers', statuses: ['queued'], limit: 1, offset: 0 });
  if (left.length > 0 && inLine === undefined) await ctx.postgres.transaction((tx) => applyLater(ctx, tx, left));
  await rescueBatches(ctx);
  await pruneAnswers(ctx.postgres, new Date(now - KEPT_MS));
  await pruneTasks(ctx.postgres, new Date(now - KEPT_MS));
  await pruneClaims(ctx.postgres);
}

interface Collectable {
  readonly tag: string | undefined;
  readonly taskId: string;
  readonly endpoint: string;
}

/** A few at a time; failures are left for the next run. @returns how many arrived */
async function collectAll(ctx: CollectContext, tasks: readonly Collectable[], signal: AbortSignal): Promise<number> {
  let collected = 0;
  for (let at = 0; at < tasks.length; at += ASKED_AT_ONCE) {
    const part = tasks.slice(at, at + ASKED_AT_ONCE);
    const outcomes = await Promise.allSettled(part.map((task) => collectOne(ctx, task, signal)));
    signal.throwIfAborted();
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') collected += 1;
      else ctx.logger.warn({ error: messageOf(outcome.reason) }, 'an answer could not be collected');
    }
  }
  return collected;
}

async function collectOne(ctx: CollectContext, { tag, taskId, endpoint }: Collectable, signal: AbortSignal): Promise<void> {
  const body = await ctx.searchData.fetchTask(endpoint, signal);
  await receiveAnswer(ctx, { kind: 'collected', tag, taskId, body });
}

/** Finished tasks of the families that something is outstanding of. @throws OutsideError */
async function listReady({ searchData }: CollectContext, outstanding: readonly Queued[], signal: AbortSignal): Promise<ReadyTask[]> {
  const wanted = new Set(outstanding.map((queued) => toFamily(toRequest(queued))));
  const lists = await Promise.all(
    TASK_FAMILIES.filter((family) => wanted.has(family)).map((family) => searchData.listReadyTasks(family, signal)),
  );
  return lists.flat();
}

function toEndpoint({ searchData }: CollectContext, queued: Queued): string {
  return searchData.toTaskEndpoint(toRequest(queued), queued.taskId ?? '');
}
