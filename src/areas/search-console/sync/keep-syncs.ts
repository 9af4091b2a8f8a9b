import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { keepLooking } from '#workflows/schedules/keep-looking.ts';
import { startSync } from './start-sync.ts';
import { takeDueSyncs } from './store/syncs.ts';

/** How soon a reading goes on after a pause: a small statement over the properties that are read. */
const LOOK_MS = 5_000;
const BATCH_SIZE = 100;

type KeeperContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'logger'>;

/** Begins readings that are due, in the time of the observed world, until the returned function is called. */
export function keepSyncs(ctx: KeeperContext): () => Promise<void> {
  return keepLooking(() => startDueSyncs(ctx), {
    everyMs: LOOK_MS,
    onError: (error) => ctx.logger.warn({ error: messageOf(error) }, 'looking for what is due of Search Console failed'),
  });
}

/** Begins what is due. */
async function startDueSyncs(ctx: KeeperContext): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE;)
    count = await ctx.postgres.transaction(async (tx) => {
      const due = await takeDueSyncs(tx, ctx.clock.now(), BATCH_SIZE);
      for (const key of due) await startSync(tx, ctx, key);
      return due.length;
    });
}
