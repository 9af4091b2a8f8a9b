import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import type { TaskRecord } from '#providers/metering.ts';
import { listAnsweredTasks, listEarlyTasks, listDoubtfulTasks } from './store.ts';
import type { BatchKey, TaskUpdate } from '../tasks/store.ts';
import { recordPosts, SEND_WITHIN_MS, type PostContext } from '../post/post-batch.ts';
import { toRequest, toTag, withQuestions } from '../tasks/queued.ts';
import type { Queued } from '../question.ts';

/** How far the provider's clock may be off, beyond the difference that its answers show. */
const CLOCK_MARGIN_MS = 120_000;
/** The longest from marking a task to the answer of its post: waiting for its slot, then the call. */
const UNDER_WAY_MS = SEND_WITHIN_MS + 30_000;
/**
 * Posts older than this are posted again even when the provider's record could not be read that far: paying twice is better
 * than never asking again.
 */
const UNKNOWABLE_AFTER_MS = 12 * 3_600_000;
/** The provider's record is read at once, after this part of `doubtMs`, when it is mostly complete, and at its end. */
const SECOND_LOOK = 1 / 10;
/** A post that was answered is over: the record shows it after this, unless it was not taken. */
const RECORDED_WITHIN_MS = 5_000;
/** The difference of the clocks is known from the answer, to some seconds. */
const ANSWERED_MARGIN_MS = 10_000;
/** The record can be asked ten times a minute: one look is for the answered posts of ten batches. */
const ANSWERED_MAX = 1_000;

type DoubtContext = PostContext & Pick<AppContext, 'doubtMs'>;

/** Result for the posts of one batch. */
export interface DoubtSummary {
  /** Posts that the provider has. */
  readonly found: number;
  /** Posts that the provider does not have; their tasks wait to be posted. */
  readonly missing: number;
  /** Until the record must be read again, because some posts may still appear; 0: all are resolved. */
  readonly waitMs: number;
}

/**
 * Resolves posts of which it is unknown whether they were taken: the provider's record shows every task with
 * its tag and price. Posts in it are recorded at once. A post that is missing stays in doubt for `doubtMs` when
 * its answer was lost, because the provider may do the work, and record it, after the call was given up; when it
 * was answered with a fault, the provider has ended it, and the record is complete after seconds. Then it counts
 * as not taken and its check waits to be posted again. Nothing is posted on a guess.
 * @throws OutsideError when the record cannot be read as far as needed
 */
export async function resolveDoubts(ctx: DoubtContext, batch: BatchKey, signal: AbortSignal): Promise<DoubtSummary> {
  const own = withQuestions(ctx.purchases.questions, await listDoubtfulTasks(ctx.postgres, batch));
  const lookedAt = ctx.clock.realNow();
  const toWait = (tasks: readonly Queued[]): number => Math.max(0, ...tasks.map((queued) => toWaitMs(ctx, queued, lookedAt)));
  const [first] = own;
  // Before that the record proves nothing of an answered post.
  if (first === undefined || own.every((queued) => queued.answeredAt !== null && toWait([queued]) > 0))
    return { found: 0, missing: 0, waitMs: toWait(own) };

  const ids = new Set(own.map(({ id }) => id));
  const others = await listAnsweredTasks(ctx.postgres, {
    before: new Date(lookedAt - toRecordedMs(ctx)),
    question: first.question.name,
    limit: ANSWERED_MAX,
  });
  const doubtful = [...own, ...withQuestions(ctx.purchases.questions, others).filter(({ id }) => !ids.has(id))];
  const { found, missing } = await lookUp(ctx, doubtful, { lookedAt, signal });
  const known = new Set([...found, ...missing].map(({ id }) => id));
  return {
    found: found.filter(({ id }) => ids.has(id)).length,
    missing: missing.filter(({ id }) => ids.has(id)).length,
    waitMs: toWait(own.filter(({ id }) => !known.has(id))),
  };
}

interface Look {
  /** In real time. */
  readonly lookedAt: number;
  readonly signal: AbortSignal;
}

/** Records which posts the provider has, and which it has not. @throws OutsideError */
async function lookUp(
  ctx: DoubtContext,
  doubtful: readonly Queued[],
  { lookedAt, signal }: Look,
): Promise<{ readonly found: readonly TaskUpdate[]; readonly missing: readonly Queued[] }> {
  const records = await readRecords(ctx, doubtful, signal);
  const early = await listEarlyTasks(ctx.postgres, doubtful.map(toTag));
  const found = doubtful.flatMap((queued) => findPost(queued, records.byTag.get(toTag(queued)), early.get(toTag(queued))) ?? []);
  await recordPosts(ctx, found);

  const known = new Set(found.map(({ id }) => id));
  const missing = doubtful.filter((queued) => !known.has(queued.id) && toWaitMs(ctx, queued, lookedAt) === 0);
  requireRead(ctx, missing, records.readUntilMs);
  const changes = missing.map(({ id, round, post }): TaskUpdate => ({ id, round, post, status: 'planned', isDoubtful: false }));
  await recordPosts(ctx, changes);
  return { found, missing };
}

/** Until the next look at a post; 0: the record is complete by now. */
function toWaitMs(ctx: DoubtContext, { sentAt, answeredAt }: Queued, now: number): number {
  if (answeredAt !== null) return Math.max(0, Math.ceil(answeredAt.getTime() + toRecordedMs(ctx) - now));
  const ageMs = now - sentAt.getTime();
  const nextMs = ageMs < ctx.doubtMs * SECOND_LOOK ? ctx.doubtMs * SECOND_LOOK : ctx.doubtMs;
  return Math.max(0, Math.ceil(nextMs - ageMs));
}

function toRecordedMs({ doubtMs }: DoubtContext): number {
  return Math.min(RECORDED_WITHIN_MS, doubtMs);
}

interface FoundRecords {
  readonly byTag: ReadonlyMap<string, TaskRecord>;
  /** Up to this moment no record is missing. */
  readonly readUntilMs: number;
}

async function readRecords(ctx: DoubtContext, doubtful: readonly Queued[], signal: AbortSignal): Promise<FoundRecords> {
  const [first] = doubtful as [Queued];
  const times = doubtful.flatMap((queued) => listTimes(ctx, queued));
  const latest = Math.min(Math.max(...times) + UNDER_WAY_MS + ctx.doubtMs, ctx.clock.now().getTime());
  const span = {
    since: new Date(Math.min(...times) - (doubtful.every(({ answeredAt }) => answeredAt !== null) ? ANSWERED_MARGIN_MS : CLOCK_MARGIN_MS)),
    until: new Date(latest + CLOCK_MARGIN_MS),
    wantedTags: new Set(doubtful.map(toTag)),
  };
  const endpoint = ctx.searchData.toTaskEndpoint(toRequest(first), 'any');
  const { records, isComplete } = await ctx.searchData.fetchTaskRecords(endpoint, span, signal);
  const byTag = new Map(records.flatMap((record) => (record.tag === undefined ? [] : [[record.tag, record] as const])));
  return { byTag, readUntilMs: isComplete ? Infinity : (records.at(-1)?.postedAt.getTime() ?? 0) };
}

/** When a task was posted in the observed world: by the date of then, and by today's, should the world have been moved since. */
function listTimes({ clock }: Pick<AppContext, 'clock'>, { postedAt, sentAt }: Queued): number[] {
  return [postedAt.getTime(), clock.now().getTime() - (clock.realNow() - sentAt.getTime())];
}

/** @throws OutsideError when the record was not read as far as a post of these tasks can be in it */
function requireRead(ctx: DoubtContext, missing: readonly Queued[], readUntilMs: number): void {
  const newest = Math.max(...missing.flatMap((queued) => listTimes(ctx, queued)));
  const isOld = newest < ctx.clock.now().getTime() - UNKNOWABLE_AFTER_MS;
  if (isOld || newest + UNDER_WAY_MS + CLOCK_MARGIN_MS <= readUntilMs) return;
  const { name, title } = ctx.searchData.provider;
  throw new OutsideError({
    service: name,
    kind: 'provider',
    message: `The record of ${title} is too long to find a lost post in`,
    retryable: false,
  });
}

/** An early answer proves the post too, when the record does not show it yet. */
function findPost({ id, round, post }: Queued, record: TaskRecord | undefined, earlyTaskId: string | undefined): TaskUpdate | undefined {
  const taskId = record?.taskId ?? earlyTaskId;
  if (taskId === undefined) return undefined;
  return { id, round, post, status: 'posted', isDoubtful: false, taskId, costUsd: record?.costUsd };
}
