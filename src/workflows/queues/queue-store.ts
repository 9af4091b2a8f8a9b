import type { Sql } from '#stores/postgres/types.ts';
import { SILENT_AFTER } from '../time-outs.ts';

/** Counts of what stands in our own tables; messages that wait, run or ended are counted by dbos/read/queue-counts.ts. */

/** What drain mode acknowledged, as far as the state of workflows is kept. */
export async function countDrainedByQueue(sql: Sql): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ queue: string; drained: number }>(
    `select queue, count(*) as drained from workflow_marks where mark = 'drained' and queue is not null group by queue order by queue`,
    [],
    'queues-drained',
  );
  return new Map(rows.map((row) => [row.queue, row.drained]));
}

/** Living processes that take work off a queue. */
export async function countConsumers(sql: Sql): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ queue: string; consumers: number }>(
    `select q.name as queue, count(*) as consumers from worker_heartbeats h, unnest(h.queues) as q (name)
      where h.beat_at > now() - interval '${SILENT_AFTER}' group by q.name order by q.name`,
    [],
    'queues-consumers',
  );
  return new Map(rows.map((row) => [row.queue, row.consumers]));
}

export interface LetterCounts {
  readonly waiting: number;
  readonly sentAgain: number;
  readonly oldestAgeMs: number | null;
}

/** Dead letters that were not sent again, and those that were sent again within some milliseconds. */
export async function countLetters(sql: Sql, withinMs: number): Promise<LetterCounts> {
  const { rows } = await sql.query<LetterCounts>(
    `select (select count(*) from dead_letters where retried_at is null) as waiting,
            (select count(*) from dead_letters where retried_at >= now() - $1::bigint * interval '1 millisecond') as sent_again,
            (select (extract(epoch from now() - min(failed_at)) * 1000)::bigint from dead_letters where retried_at is null) as oldest_age_ms`,
    [withinMs],
    'queues-letters',
  );
  return rows[0] ?? { waiting: 0, sentAgain: 0, oldestAgeMs: null };
}
