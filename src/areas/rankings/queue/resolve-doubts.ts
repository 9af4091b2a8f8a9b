import { OutsideError } from '#kernel/errors.ts';
import type { TaskRecord } from '#providers/metering.ts';
import { toSerpRequest } from '../check.ts';
import { listEarlyTasks } from '../store/answers.ts';
import { listDoubtfulChecks, type BatchKey, type CheckChange } from '../store/queue.ts';
import { recordPosts, type PostContext } from './post-batch.ts';
import { toTag, type QueuedCheck } from './queued-check.ts';

/** The provider's clock and ours may differ by this much. */
const CLOCK_MARGIN_MS = 60_000;
/** A post waits for its turn after its checks are marked, and then for its answer. */
const UNDER_WAY_MS = 150_000;
/** Rather pay for a check twice than never check its keyword again. */
const UNKNOWABLE_AFTER_MS = 12 * 3_600_000;

export interface DoubtSummary {
  /** Were posted after all. */
  readonly found: number;
  /** Are not with the provider and wait to be posted. */
  readonly missing: number;
}

/**
 * Finds out what became of posts that nobody has the answer of: the provider's books show every task
 * with its tag and price. What they do not show is posted anew; nothing is posted on a guess.
 * @throws OutsideError when the books cannot be read as far as needed
 */
export async function resolveDoubts(ctx: PostContext, batch: BatchKey, signal: AbortSignal): Promise<DoubtSummary> {
  const doubtful = await listDoubtfulChecks(ctx.postgres, batch);
  const [first] = doubtful;
  if (first === undefined) return { found: 0, missing: 0 };
  const records = await fetchRecords(ctx, doubtful, signal);
  const early = await listEarlyTasks(ctx.postgres, doubtful.map(toTag));
  const changes = doubtful.map((queued) => toChange(queued, records.get(toTag(queued)), early.get(toTag(queued))));
  await recordPosts(ctx, changes);
  const found = changes.filter(({ status }) => status === 'posted').length;
  return { found, missing: changes.length - found };
}

async function fetchRecords(ctx: PostContext, doubtful: readonly QueuedCheck[], signal: AbortSignal): Promise<Map<string, TaskRecord>> {
  const [first] = doubtful as [QueuedCheck];
  const times = doubtful.map(({ postedAt }) => postedAt.getTime());
  const span = {
    since: new Date(Math.min(...times) - CLOCK_MARGIN_MS),
    until: new Date(Math.max(...times) + UNDER_WAY_MS + CLOCK_MARGIN_MS),
    wantedTags: new Set(doubtful.map(toTag)),
  };
  const endpoint = ctx.searchData.toSerpTaskEndpoint(toSerpRequest(first.check), 'any');
  const { records, isComplete } = await ctx.searchData.fetchTaskRecords(endpoint, span, signal);
  const byTag = new Map(records.flatMap((record) => (record.tag === undefined ? [] : [[record.tag, record] as const])));
  const isOld = Math.max(...times) < ctx.clock.now().getTime() - UNKNOWABLE_AFTER_MS;
  if (!isComplete && !isOld && !doubtful.every((queued) => byTag.has(toTag(queued)))) {
    throw new OutsideError({
      service: 'dataforseo',
      kind: 'provider',
      message: 'The books of DataForSEO are too long to find a lost post in',
      retryable: false,
    });
  }
  return byTag;
}

/** An answer proves the post too, should the books not know it yet. */
function toChange({ id, round }: QueuedCheck, record: TaskRecord | undefined, earlyTaskId: string | undefined): CheckChange {
  const taskId = record?.taskId ?? earlyTaskId;
  if (taskId === undefined) return { id, round, status: 'planned', isDoubtful: false };
  return { id, round, status: 'posted', isDoubtful: false, taskId, costUsd: record?.costUsd };
}
