import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { isOpen } from '#workflows/types.ts';
import type { BatchKey } from '../tasks/store.ts';
import { enqueuePosts, toPostId, type PostPlan } from './enqueue-posts.ts';
import { listStrandedBatches, updateBatch, updateUnpostedToSkipped } from './store.ts';

type RescueContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows'>;

/** A dispatch has enqueued its posts long before. */
const STRANDED_AFTER_MS = 5 * 60_000;
const BATCHES_MAX = 100;
const TERMINATED = 'terminated';

/**
 * Requeues tasks whose post will never run: drain mode dropped it, its dispatch failed for good, or it was
 * terminated. Otherwise they would never be due again.
 * @returns how many batches are posted again
 */
export async function rescueBatches(ctx: RescueContext): Promise<number> {
  const before = new Date(ctx.clock.realNow() - STRANDED_AFTER_MS);
  let rescued = 0;
  for (const stranded of await listStrandedBatches(ctx.postgres, before, BATCHES_MAX)) {
    if (await rescue(ctx, stranded)) rescued += 1;
  }
  return rescued;
}

/** Skips the tasks of a batch whose dispatch was terminated. @returns how many */
export async function skipTerminated(ctx: RescueContext, batch: BatchKey): Promise<{ skipped: number }> {
  const dispatch = await ctx.workflows.find(batch.dispatchId);
  if (dispatch?.status !== 'terminated') return { skipped: 0 };
  return { skipped: await updateUnpostedToSkipped(ctx.postgres, batch, { error: TERMINATED, at: new Date(ctx.clock.realNow()) }) };
}

async function rescue(ctx: RescueContext, stranded: BatchKey): Promise<boolean> {
  const [post, dispatch] = [await ctx.workflows.find(toPostId(stranded)), await ctx.workflows.find(stranded.dispatchId)];
  if (isOpen(post?.status) || (post === undefined && isOpen(dispatch?.status))) return false;
  const at = new Date(ctx.clock.realNow());
  if (post?.status === 'terminated' || dispatch?.status === 'terminated') {
    await updateUnpostedToSkipped(ctx.postgres, stranded, { error: TERMINATED, at });
    return false;
  }
  return await requeueBatch(ctx, stranded);
}

/**
 * Puts the tasks of a batch that wait for a post, or for news of one, into a new batch with a message of its
 * own. A second call finds none to move.
 * @returns whether there were any
 */
export async function requeueBatch(ctx: RescueContext, batch: BatchKey, plan: PostPlan = {}): Promise<boolean> {
  const fresh = { dispatchId: batch.dispatchId, batch: newId('task_') };
  return await ctx.postgres.transaction(async (tx) => {
    const moved = await updateBatch(tx, batch, { batch: fresh.batch, at: new Date(ctx.clock.realNow()) });
    if (moved.count === 0) return false;
    await enqueuePosts(ctx, tx, [fresh], { ...plan, store: moved.store });
    return true;
  });
}
