import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { findStoreTrouble } from '#stores/trouble.ts';

type LostContext = Pick<AppContext, 'postgres' | 'workflows' | 'logger'>;

const TRY_EVERY_MS = 1_000;
/** What was posted just now is still on its way. */
const POLL_AFTER_MS = 2_000;
/** The provider's lists may be read so many times a minute only. */
const ASK_EVERY_MS = 10_000;

/** Databases for which a sweep is to begin. */
const waiting = new WeakSet<Postgres>();
const askedAt = new WeakMap<Postgres, number>();

/**
 * Takes a delivery. One that a store in trouble keeps from being stored is answered with 503, and asked for as soon as
 * the store answers, not by the sweep of minutes: the provider may bring it no second time.
 */
export async function takeDelivery<Result>(ctx: LostContext, take: () => Promise<Result>): Promise<Result> {
  try {
    return await take();
  } catch (error) {
    if (findStoreTrouble(error) !== undefined && !waiting.has(ctx.postgres)) {
      waiting.add(ctx.postgres);
      void askAgain(ctx);
    }
    throw error;
  }
}

async function askAgain({ postgres, workflows, logger }: LostContext): Promise<void> {
  const restMs = (askedAt.get(postgres) ?? -ASK_EVERY_MS) + ASK_EVERY_MS - performance.now();
  await sleep(Math.max(0, restMs), undefined, { ref: false });
  for (;;) {
    await sleep(TRY_EVERY_MS, undefined, { ref: false });
    try {
      // What is lost from here on begins another.
      waiting.delete(postgres);
      await postgres.transaction((tx) => workflows.enqueue(tx, 'serp-sweep', { poll_after_ms: POLL_AFTER_MS }, { id: newId('wf_') }));
      askedAt.set(postgres, performance.now());
      return;
    } catch (error) {
      if (findStoreTrouble(error) === undefined) {
        logger.warn({ error: messageOf(error) }, 'deliveries that could not be stored wait for the sweep of minutes');
        return;
      }
      waiting.add(postgres);
    }
  }
}
