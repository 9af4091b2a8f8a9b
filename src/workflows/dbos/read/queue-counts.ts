import type { Sql } from '#stores/postgres/types.ts';
import { NOW_MS } from '../now-ms.ts';

/**
 * Counting messages in the engine's own tables (schema `dbos`, SDK 5.3). What waits and runs is
 * counted in the engine's partial index `idx_workflow_status_in_flight_v2`, what ended in
 * `idx_workflow_status_completed_at`: 100,000 waiting messages take some 40 ms.
 */
export interface WaitingRow {
  readonly queue: string;
  readonly pending: number;
  readonly processing: number;
  readonly oldestAgeMs: number | null;
}

/** Delayed messages and those that wait for their next try are pending (docs/queues.md). */
export async function countWaiting(sql: Sql, queues: readonly string[]): Promise<WaitingRow[]> {
  const { rows } = await sql.query<WaitingRow>(
    `with delayed as (
       select queue_name, count(*) as messages, min(created_at) as oldest
         from dbos.workflow_status where status = 'DELAYED' group by queue_name)
     select q.name as queue, n.waiting + coalesce(d.messages, 0) as pending, n.processing,
            case when coalesce(n.oldest, d.oldest) is not null then greatest(0, ${NOW_MS} - least(n.oldest, d.oldest)) end as oldest_age_ms
       from unnest($1::text[]) as q (name)
       cross join lateral (
         select count(*) filter (where w.status = 'ENQUEUED') as waiting, count(*) filter (where w.status = 'PENDING') as processing,
                min(w.created_at) filter (where w.status = 'ENQUEUED') as oldest
           from dbos.workflow_status w where w.queue_name = q.name and w.status in ('ENQUEUED', 'PENDING')) n
       left join delayed d on d.queue_name = q.name
      order by q.name`,
    [queues],
    'queues-waiting',
  );
  return rows;
}

export interface EndedRow {
  readonly queue: string;
  readonly completed: number;
  readonly failed: number;
  /** Average of the completed, from the last claim to the end: waits for tries are left out. */
  readonly avgMs: number | null;
}

/** What ended within some milliseconds. What drain mode acknowledged was not processed. */
export async function countEnded(sql: Sql, withinMs: number): Promise<EndedRow[]> {
  const { rows } = await sql.query<EndedRow>(
    `select w.queue_name as queue, count(*) filter (where w.status = 'SUCCESS') as completed,
            count(*) filter (where w.status in ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')) as failed,
            avg(w.completed_at - w.started_at_epoch_ms) filter (where w.status = 'SUCCESS') as avg_ms
       from dbos.workflow_status w
      where w.completed_at >= ${NOW_MS} - $1::bigint and w.queue_name is not null
        and not exists (select 1 from workflow_marks m where m.workflow_id = w.workflow_uuid and m.mark = 'drained')
      group by w.queue_name order by w.queue_name`,
    [withinMs],
    'queues-ended',
  );
  return rows;
}
