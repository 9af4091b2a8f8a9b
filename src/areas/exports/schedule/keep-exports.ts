import { messageOf } from '#kernel/errors.ts';
import { keepLooking } from '#workflows/schedules/keep-looking.ts';
import { alignExports, settleLostRuns, startDueExports, type ExportsContext } from './start-due-exports.ts';

/** Exports have minutes; a small statement over a partial index. */
const LOOK_MS = 2_000;

/**
 * Looks after exports until the returned function is called; every worker does, and PostgreSQL sees to it that each time is met once.
 * They go by the world's date, which a sandbox can move.
 */
export function keepExports(ctx: ExportsContext): () => Promise<void> {
  let lookedAt = Number.POSITIVE_INFINITY;
  const lookAfter = async (): Promise<void> => {
    const now = ctx.clock.now().getTime();
    if (now < lookedAt) await alignExports(ctx);
    lookedAt = now;
    await startDueExports(ctx);
    await settleLostRuns(ctx);
  };
  return keepLooking(lookAfter, {
    everyMs: LOOK_MS,
    onError: (error) => {
      lookedAt = Number.POSITIVE_INFINITY;
      ctx.logger.warn({ error: messageOf(error) }, 'looking after the exports failed');
    },
  });
}
