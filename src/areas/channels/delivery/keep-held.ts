import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { keepLooking } from '#workflows/schedules/keep-looking.ts';
import { releaseHeld } from '../store/line.ts';
import { toFirstTry } from './enqueue-try.ts';

/** How soon a message goes after the end of quiet hours: a small statement over a partial index. */
const LOOK_MS = 2_000;
const BATCH_SIZE = 100;

type HeldContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'logger'>;

/** Sends what quiet hours held at their end, in the time of the observed world, which a sandbox can move; until the returned function is called. */
export function keepHeld(ctx: HeldContext): () => Promise<void> {
  return keepLooking(() => sendReleased(ctx), {
    everyMs: LOOK_MS,
    onError: (error) => ctx.logger.warn({ error: messageOf(error) }, 'looking for the end of quiet hours failed'),
  });
}

/** Begins to send what is due. */
export async function sendReleased({ postgres, clock, workflows }: HeldContext): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE;)
    count = await postgres.transaction(async (tx) => {
      const due = await releaseHeld(tx, { now: clock.now(), realNow: new Date(clock.realNow()), limit: BATCH_SIZE });
      for (const one of due) await workflows.enqueue(tx, 'notify', ...toFirstTry(one));
      return due.length;
    });
}
