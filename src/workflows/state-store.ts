import type { Sql } from '#stores/postgres/types.ts';
import { FROM, STATUS } from './instance-store.ts';
import type { WorkflowStatus } from './types.ts';

/** Changing the state of workflows in the engine's own tables (schema `dbos`, SDK 5.3). */

const NOW_MS = `(extract(epoch from now()) * 1000)::bigint`;

export interface LockedInstance {
  readonly status: WorkflowStatus;
  readonly type: string;
  readonly executor_id: string | null;
  /** The engine's own state. */
  readonly state: string;
}

/** Holds the row until the transaction ends, so that the state read is the state changed. */
export async function lockInstance(sql: Sql, id: string): Promise<LockedInstance | undefined> {
  // Two statements: the second sees what the previous holder of the lock did to the marks.
  await sql.query('select 1 from dbos.workflow_status where workflow_uuid = $1 for update', [id]);
  const { rows } = await sql.query<LockedInstance>(
    `select ${STATUS} as status, w.name as type, w.executor_id, w.status as state ${FROM} where w.workflow_uuid = $1`,
    [id],
  );
  return rows[0];
}

/** Takes unfinished workflows off their queue and away from whoever runs them; returns their types. */
export async function cancelInstances(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ type: string }>(
    `update dbos.workflow_status
        set status = 'CANCELLED', owner_xid = null, queue_name = null, deduplication_id = null, started_at_epoch_ms = null,
            updated_at = ${NOW_MS}, completed_at = ${NOW_MS}
      where workflow_uuid = any($1) and status in ('ENQUEUED', 'DELAYED', 'PENDING', 'CANCELLED')
      returning name as type`,
    [ids],
  );
  return rows.map(({ type }) => type);
}

export async function enqueueCancelled(sql: Sql, id: string, queue: string): Promise<void> {
  await sql.query(
    `update dbos.workflow_status
        set status = 'ENQUEUED', owner_xid = null, queue_name = $2, recovery_attempts = 0, started_at_epoch_ms = null,
            updated_at = ${NOW_MS}, completed_at = null
      where workflow_uuid = $1 and status = 'CANCELLED'`,
    [id, queue],
  );
}

/** The unfinished children, their children and so on, of a workflow. */
export async function listOpenDescendants(sql: Sql, id: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with recursive tree as (
       select workflow_uuid as id from dbos.workflow_status where parent_workflow_id = $1
       union select c.workflow_uuid from dbos.workflow_status c join tree on c.parent_workflow_id = tree.id)
     select id from tree join dbos.workflow_status w on w.workflow_uuid = tree.id
      where w.status in ('ENQUEUED', 'DELAYED', 'PENDING', 'CANCELLED') order by id`,
    [id],
  );
  return rows.map((row) => row.id);
}

export async function addPausedMark(sql: Sql, id: string): Promise<void> {
  await sql.query(`insert into workflow_marks (workflow_id, mark) values ($1, 'paused') on conflict do nothing`, [id]);
}

export async function deletePausedMarks(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(`delete from workflow_marks where workflow_id = any($1) and mark = 'paused'`, [ids]);
}
