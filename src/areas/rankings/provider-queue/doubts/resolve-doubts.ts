import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import type { TaskRecord } from '#providers/metering.ts';
import { toSerpRequest } from '../../check.ts';
import { listEarlyTasks, listDoubtfulChecks } from './store.ts';
import type { BatchKey, CheckUpdate } from '../checks/store/checks.ts';
import { recordPosts, SEND_WITHIN_MS, type PostContext } from '../post/post-batch.ts';
import { toTag, type QueuedCheck } from '../checks/queued-check.ts';

/** How far the provider's clock may be off, beyond the difference that its answers show. */
const CLOCK_MARGIN_MS = 120_000;
/** The longest from marking a check to the answer of its post: waiting for its turn, then the call. */
const UNDER_WAY_MS = SEND_WITHIN_MS + 30_000;
/**
 * Posts older than this are posted again even when the provider's record could not be read that far: paying twice is better
 * than never checking the keyword again.
 */
const UNKNOWABLE_AFTER_MS = 12 * 3_600_000;
/** The provider's record is read at once, after this part of `doubtMs`, when it is mostly complete, and at its end. */
const SECOND_LOOK = 1 / 10;

type DoubtContext = PostContext & Pick<AppContext, 'doubtMs'>;

export interface DoubtSummary {
  /** Posts that the provider has. */
  readonly found: number;
  /** Posts that the provider does not have; their checks wait to be posted. */
  readonly missing: number;
  /** Until the record must be read again, because some posts may still appear; 0: all are resolved. */
  readonly waitMs: number;
}

/**
 * Resolves posts whose answer was lost: the provider's record shows every task with its tag and price. Posts
 * in it are recorded at once. A post that is missing stays in doubt for `doubtMs`, because the provider may
 * do the work, and record it, after the call was given up; then it counts as not taken and its check waits
 * to be posted again. Nothing is posted on a guess.
 * @throws OutsideError when the record cannot be read as far as needed
 */
export async function resolveDoubts(ctx: DoubtContext, batch: BatchKey, signal: AbortSignal): Promise<DoubtSummary> {
  const doubtful = await listDoubtfulChecks(ctx.postgres, batch);
  if (doubtful.length === 0) return { found: 0, missing: 0, waitMs: 0 };
  const lookedAt = ctx.clock.realNow();
  const records = await readRecords(ctx, doubtful, signal);
  const early = await listEarlyTasks(ctx.postgres, doubtful.map(toTag));
  const found = doubtful.flatMap((queued) => findPost(queued, records.byTag.get(toTag(queued)), early.get(toTag(queued))) ?? []);
  await recordPosts(ctx, found);

  const known = new Set(found.map(({ id }) => id));
  const unseen = doubtful.filter(({ id }) => !known.has(id));
  const missing = unseen.filter(({ sentAt }) => sentAt.getTime() + ctx.doubtMs <= lookedAt);
  requireRead(ctx, missing, records.readUntilMs);
  const changes = missing.map(({ id, round, post }): CheckUpdate => ({ id, round, post, status: 'planned', isDoubtful: false }));
  await recordPosts(ctx, changes);
  const waits = unseen.map(({ sentAt }) => toWaitMs(lookedAt - sentAt.getTime(), ctx.doubtMs));
  return { found: found.length, missing: missing.length, waitMs: Math.max(0, ...waits) };
}

/** Until the next look at a post of this age. */
function toWaitMs(ageMs: number, doubtMs: number): number {
  const nextMs = ageMs < doubtMs * SECOND_LOOK ? doubtMs * SECOND_LOOK : doubtMs;
  return Math.max(0, Math.ceil(nextMs - ageMs));
}

interface FoundRecords {
  readonly byTag: ReadonlyMap<string, TaskRecord>;
  /** Up to this moment no record is missing. */
  readonly readUntilMs: number;
}

async function readRecords(ctx: DoubtContext, doubtful: readonly QueuedCheck[], signal: AbortSignal): Promise<FoundRecords> {
  const [first] = doubtful as [QueuedCheck];
  const times = doubtful.flatMap((queued) => listTimes(ctx, queued));
  const latest = Math.min(Math.max(...times) + UNDER_WAY_MS + ctx.doubtMs, ctx.clock.now().getTime());
  const span = {
    since: new Date(Math.min(...times) - CLOCK_MARGIN_MS),
    until: new Date(latest + CLOCK_MARGIN_MS),
    wantedTags: new Set(doubtful.map(toTag)),
  };
  const endpoint = ctx.searchData.toSerpTaskEndpoint(toSerpRequest(first.check), 'any');
  const { records, isComplete } = await ctx.searchData.fetchTaskRecords(endpoint, span, signal);
  const byTag = new Map(records.flatMap((record) => (record.tag === undefined ? [] : [[record.tag, record] as const])));
  return { byTag, readUntilMs: isComplete ? Infinity : (records.at(-1)?.postedAt.getTime() ?? 0) };
}

/** When a check was posted in the observed world: by the date of then, and by today's, should the world have been moved since. */
function listTimes({ clock }: Pick<AppContext, 'clock'>, { postedAt, sentAt }: QueuedCheck): number[] {
  return [postedAt.getTime(), clock.now().getTime() - (clock.realNow() - sentAt.getTime())];
}

/** @throws OutsideError when the record was not read as far as a post of these checks can be in it */
function requireRead(ctx: DoubtContext, missing: readonly QueuedCheck[], readUntilMs: number): void {
  const newest = Math.max(...missing.flatMap((queued) => listTimes(ctx, queued)));
  const isOld = newest < ctx.clock.now().getTime() - UNKNOWABLE_AFTER_MS;
  if (isOld || newest + UNDER_WAY_MS + CLOCK_MARGIN_MS <= readUntilMs) return;
  throw new OutsideError({
    service: 'dataforseo',
    kind: 'provider',
    message: 'The record of DataForSEO is too long to find a lost post in',
    retryable: false,
  });
}

/** An early answer proves the post too, when the record does not show it yet. */
function findPost(
  { id, round, post }: QueuedCheck,
  record: TaskRecord | undefined,
  earlyTaskId: string | undefined,
): CheckUpdate | undefined {
  const taskId = record?.taskId ?? earlyTaskId;
  if (taskId === undefined) return undefined;
  return { id, round, post, status: 'posted', isDoubtful: false, taskId, costUsd: record?.costUsd };
}
