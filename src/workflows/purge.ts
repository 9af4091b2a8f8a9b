import type { Postgres } from '#stores/postgres/types.ts';
import { cancelWaiting, readNowMs } from './queue-store.ts';
import { cancelInstances, listOpenDescendants } from './state-store.ts';

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
    const count = await postgres.transaction(async (tx) => {
      const ids = await cancelWaiting(tx, { queue, before, limit: PART_SIZE });
      const children = await listOpenDescendants(tx, ids);
      if (children.length > 0) await cancelInstances(tx, children);
      return ids.length;
    });
    purged += count;
    if (count === 0) return purged;
  }
}
