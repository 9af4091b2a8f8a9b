import type { Clock } from '#kernel/clock.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';

const CACHED_MS = 1_000;

/**
 * Drain mode (docs/queues.md): the setting `drain_mode`, looked at once a second at most.
 */
export function makeIsDraining(postgres: Postgres, clock: Clock): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    const now = clock.realNow();
    if (answer && now - askedAt < CACHED_MS) return answer;
    askedAt = now;
    answer = readDrainMode(postgres);
    // A failed look must not stick.
    answer.catch(() => {
      answer = undefined;
    });
    return answer;
  };
}

/** Whether drain mode is on, asked of the store. */
export async function readDrainMode(postgres: Sql): Promise<boolean> {
  const { rows } = await postgres.query<{ value: unknown }>(`select value from settings where name = 'drain_mode'`);
  return rows[0]?.value === true;
}

/** Workflows that were acknowledged without being done, as far as their state is kept. */
export async function countDrained(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`select count(*) as count from workflow_marks where mark = 'drained'`);
  return rows[0]?.count ?? 0;
}
