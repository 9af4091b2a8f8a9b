import { messageOf } from '#kernel/errors.ts';
import { keepLooking } from '#workflows/schedules/keep-looking.ts';
import { alignDigests, settleLostDigests, startDueDigests, type DigestsContext } from './start-due-digests.ts';

/** Digests have minutes; a small statement over a partial index. */
const LOOK_MS = 2_000;

/**
 * Looks after digests until the returned function is called; every worker does, and PostgreSQL sees to it that each period is sent once.
 * They go by the world's date, which a sandbox can move.
 */
export function keepDigests(ctx: DigestsContext): () => Promise<void> {
  let lookedAt = Number.POSITIVE_INFINITY;
  const lookAfter = async (): Promise<void> => {
    const now = ctx.clock.now().getTime();
    if (now < lookedAt) await alignDigests(ctx);
    lookedAt = now;
    await startDueDigests(ctx);
    await settleLostDigests(ctx);
  };
  return keepLooking(lookAfter, {
    everyMs: LOOK_MS,
    onError: (error) => {
      lookedAt = Number.POSITIVE_INFINITY;
      ctx.logger.warn({ error: messageOf(error) }, 'looking after the digests failed');
    },
  });
}
