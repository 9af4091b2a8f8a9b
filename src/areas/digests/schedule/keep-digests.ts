import { messageOf } from '#kernel/errors.ts';
import { alignDigests, settleLostDigests, startDueDigests, type DigestsContext } from './start-due-digests.ts';

/** Digests have minutes; a small statement over a partial index. */
const LOOK_MS = 2_000;

/**
 * Looks after digests until the returned function is called; every worker does, and PostgreSQL sees to it that each period is sent once.
 * They go by the world's date, which a sandbox can move.
 */
export function keepDigests(ctx: DigestsContext): () => Promise<void> {
  let lookedAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookAfter = async (): Promise<void> => {
    const now = ctx.clock.now().getTime();
    if (now < lookedAt) await alignDigests(ctx);
    lookedAt = now;
    await startDueDigests(ctx);
    await settleLostDigests(ctx);
  };
  const look = (): Promise<void> =>
    lookAfter()
      .catch((error: unknown) => {
        lookedAt = Number.POSITIVE_INFINITY;
        ctx.logger.warn({ error: messageOf(error) }, 'looking after the digests failed');
      })
      .then(() => {
        if (!isStopped)
          timer = setTimeout(() => {
            looking = look();
          }, LOOK_MS);
      });
  let looking = look();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}
