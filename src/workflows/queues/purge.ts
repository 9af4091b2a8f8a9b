import type { Postgres } from '#stores/postgres/types.ts';
import { readNowMs } from '../dbos/now-ms.ts';
import { cancelMessages, listParents, lockOpenDescendants } from '../dbos/write/state.ts';
import { recordEvent } from '../runs/event-store.ts';
import { countTerminated, terminateInstances } from '../control/pause-resume-terminate.ts';

/** Messages of one transaction: workers that pull meanwhile wait for no longer than that. */
const PART_SIZE = 5_000;

/**
 * Takes what waits off a queue: messages in line, delayed, or waiting for their next try end as
 * terminated, with the unfinished children of those that have run before. What runs goes on to its
 * end, and what is put there meanwhile stays.
 * @returns how many messages were taken off
 */
export async function purgeWaiting(postgres: Postgres, queue: string): Promise<number> {
  const before = await readNowMs(postgres);
  let purged = 0;
  for (;;) {
    const { count, children } = await postgres.transaction(async (tx) => {
      const ids = await cancelMessages(tx, { queue, before, limit: PART_SIZE });
      await recordEvent(tx, ids, 'terminated');
      const ended: string[] = [];
      for (const id of await listParents(tx, ids)) ended.push(...(await terminateInstances(tx, await lockOpenDescendants(tx, id))));
      return { count: ids.length, children: ended };
    });
    countTerminated(children);
    purged += count;
    if (count === 0) return purged;
  }
}
