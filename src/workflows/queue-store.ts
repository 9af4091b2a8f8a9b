import type { Sql } from '#stores/postgres/types.ts';

/**
 * Counting messages in the engine's own tables (schema `dbos`, SDK 5.3). What waits and runs is
 * counted in the engine's partial index `idx_workflow_status_in_flight_v2`, what ended in
 * `idx_workflow_status_completed_at`: 100,000 waiting messages take some 40 ms.
 */
export interface WaitingRow {
  readonly queue: string;
  readonly pending: number;
  readonly processing: number;
  readonly oldest_age_ms: number | null;
}

const NOW_MS = `(extract(epoch from now()) * 1000)::bigint`;

/** Delayed messages and those that wait for their next try are pending (decisions, section 3 "Queue item"). */
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
  /** Of the completed, from the last claim to the end: waits for tries are left out. */
  readonly avg_ms: number | null;
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
      where h.beat_at > now() - interval '15 seconds' group by q.name order by q.name`,
    [],
    'queues-consumers',
  );
  return new Map(rows.map((row) => [row.queue, row.consumers]));
}

export interface LetterFigures {
  readonly waiting: number;
  readonly sent_again: number;
  readonly oldest_age_ms: number | null;
}

/** Dead letters that nobody has sent again, and those that were within some milliseconds. */
export async function countLetters(sql: Sql, withinMs: number): Promise<LetterFigures> {
  const { rows } = await sql.query<LetterFigures>(
    `select (select count(*) from dead_letters where retried_at is null) as waiting,
            (select count(*) from dead_letters where retried_at >= now() - $1::bigint * interval '1 millisecond') as sent_again,
            (select (extract(epoch from now() - min(failed_at)) * 1000)::bigint from dead_letters where retried_at is null) as oldest_age_ms`,
    [withinMs],
    'queues-letters',
  );
  return rows[0] ?? { waiting: 0, sent_again: 0, oldest_age_ms: null };
}

/** Cancels messages that were waiting at an instant (epoch milliseconds). Returns their ids. Each state has a partial index. */
export async function cancelMessages(sql: Sql, what: { queue: string; before: number; limit: number }): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with in_line as (
       select workflow_uuid as id from dbos.workflow_status
        where queue_name = $1 and status = 'ENQUEUED' and created_at <= $2 limit $3 for update),
     delayed as (
       select workflow_uuid as id from dbos.workflow_status
        where queue_name = $1 and status = 'DELAYED' and created_at <= $2 limit $3 for update),
     waiting as (select id from in_line union all select id from delayed)
     update dbos.workflow_status w
        set status = 'CANCELLED', owner_xid = null, queue_name = null, deduplication_id = null, started_at_epoch_ms = null,
            updated_at = ${NOW_MS}, completed_at = ${NOW_MS}
       from waiting where w.workflow_uuid = waiting.id and w.status in ('ENQUEUED', 'DELAYED')
     returning w.workflow_uuid as id`,
    [what.queue, what.before, what.limit],
  );
  return rows.map((row) => row.id);
}

export async function readNowMs(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ now: number }>(`select ${NOW_MS} as now`);
  return rows[0]?.now ?? 0;
}
