import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { toErrorReply } from '#http/errors.ts';
import { messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { LostDeliveries } from '../engine.ts';
import { parseTag } from '../tasks/queued.ts';

type LostContext = Pick<AppContext, 'postgres' | 'workflows' | 'logger' | 'purchases'>;

const UNAVAILABLE = 503;
const TRY_EVERY_MS = 1_000;
/** Sweeps for lost deliveries of one process begin no more often. */
const ASK_EVERY_MS = 10_000;
/** What was posted just now is still on its way. */
const POLL_AFTER_MS = 2_000;
/** Asked for by their ids; more are found in the provider's list of finished tasks. */
export const LOST_IDS_MAX = 1_000;

/**
 * Takes a delivery. One that a store in trouble keeps from being stored is answered with 503, and asked for as soon as
 * the store answers, not by the sweep of minutes: the provider may bring it no second time.
 */
export async function takeDelivery<Result>(ctx: LostContext, tag: string | undefined, take: () => Promise<Result>): Promise<Result> {
  try {
    return await take();
  } catch (error) {
    if (isTemporary(error)) noteLost(ctx, parseTag(tag)?.id);
    throw error;
  }
}

/** A store is in trouble, and may be well later. */
function isTemporary(error: unknown): boolean {
  return toErrorReply(error, '').status === UNAVAILABLE;
}

function noteLost(ctx: LostContext, queuedId: string | undefined): void {
  const { memory } = ctx.purchases;
  memory.lost ??= { queuedIds: new Set<string>(), isAsking: false, askedAt: -ASK_EVERY_MS };
  const { lost } = memory;
  if (queuedId !== undefined && lost.queuedIds.size < LOST_IDS_MAX) lost.queuedIds.add(queuedId);
  if (lost.isAsking) return;
  lost.isAsking = true;
  void askAgain(ctx, lost).finally(() => {
    lost.isAsking = false;
  });
}

async function askAgain({ postgres, workflows, logger }: LostContext, lost: LostDeliveries): Promise<void> {
  await sleep(Math.max(0, lost.askedAt + ASK_EVERY_MS - performance.now()), undefined, { ref: false });
  for (;;) {
    await sleep(TRY_EVERY_MS, undefined, { ref: false });
    const ids = [...lost.queuedIds];
    try {
      const input = { poll_after_ms: POLL_AFTER_MS, check_ids: ids };
      await postgres.transaction((tx) => workflows.enqueue(tx, 'serp-sweep', input, { id: newId('wf_') }));
      for (const id of ids) lost.queuedIds.delete(id);
      lost.askedAt = performance.now();
      if (lost.queuedIds.size === 0) return;
    } catch (error) {
      if (isTemporary(error)) continue;
      logger.warn({ error: messageOf(error) }, 'deliveries that could not be stored wait for the sweep of minutes');
      return;
    }
  }
}
