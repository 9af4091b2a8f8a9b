import type { Sql } from '#stores/postgres/types.ts';
import { NOW_MS } from '../now-ms.ts';

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

/** The store's time, in epoch milliseconds. */
export async function readNowMs(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ now: number }>(`select ${NOW_MS} as now`);
  return rows[0]?.now ?? 0;
}
