import type { Sql } from '#stores/postgres/types.ts';
import { NOW_MS } from '../now-ms.ts';
import { IS_OPEN } from '../read/completions.ts';
import { FROM, STATUS } from '../read/instances.ts';
import type { WorkflowStatus } from '../../types.ts';

/** Changing the state of workflows in the engine's own tables (schema `dbos`, SDK 5.3). */

const CANCEL = `update dbos.workflow_status
  set status = 'CANCELLED', owner_xid = null, queue_name = null, deduplication_id = null, started_at_epoch_ms = null,
      updated_at = ${NOW_MS}, completed_at = ${NOW_MS}`;

export interface LockedInstance {
  readonly status: WorkflowStatus;
  readonly type: string;
  readonly executorId: string | null;
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

/** Takes unfinished workflows off their queue and away from the process that runs them; returns their types. */
export async function cancelInstances(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ type: string }>(
    `${CANCEL} where workflow_uuid = any($1) and status in ('ENQUEUED', 'DELAYED', 'PENDING', 'CANCELLED') returning name as type`,
    [ids],
  );
  return rows.map(({ type }) => type);
}

/** Puts them on the queues of their types. */
export async function enqueueCancelled(sql: Sql, parked: readonly (Parked & { readonly queue: string })[]): Promise<void> {
  await sql.query(
    `update dbos.workflow_status w
        set status = 'ENQUEUED', owner_xid = null, queue_name = q.queue, recovery_attempts = 0, started_at_epoch_ms = null,
            updated_at = ${NOW_MS}, completed_at = null
       from unnest($1::text[], $2::text[]) as q (id, queue)
      where w.workflow_uuid = q.id and w.status = 'CANCELLED'`,
    [parked.map(({ id }) => id), parked.map(({ queue }) => queue)],
  );
}

/** The workflows, among these, that have begun others. It reads the index of parents, so that many without children cost nothing. */
export async function listParents(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select given.id from unnest($1::text[]) as given (id)
      cross join lateral (select 1 from dbos.workflow_status where parent_workflow_id = given.id limit 1) child order by given.id`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/** The unfinished children, their children and so on, of a workflow, held until the transaction ends. */
export async function lockOpenDescendants(sql: Sql, id: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with recursive tree as (
       select workflow_uuid as id from dbos.workflow_status where parent_workflow_id = $1
       union select c.workflow_uuid from dbos.workflow_status c join tree on c.parent_workflow_id = tree.id)
     select w.workflow_uuid as id from dbos.workflow_status w
      where w.workflow_uuid in (select id from tree) and ${IS_OPEN} order by id for update`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Takes those off their queues that no process runs yet. */
export async function cancelWaiting(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(`${CANCEL} where workflow_uuid = any($1) and status in ('ENQUEUED', 'DELAYED')`, [ids]);
}

/** The workflows, among these, that a process runs, and those that lie cancelled. */
export async function splitByState(
  sql: Sql,
  ids: readonly string[],
): Promise<{ readonly running: string[]; readonly cancelled: Parked[] }> {
  const { rows } = await sql.query<Parked & { state: string }>(
    `select workflow_uuid as id, name as type, status as state from dbos.workflow_status
      where workflow_uuid = any($1) and status in ('PENDING', 'CANCELLED') order by id`,
    [ids],
  );
  return {
    running: rows.filter(({ state }) => state === 'PENDING').map(({ id }) => id),
    cancelled: rows.filter(({ state }) => state === 'CANCELLED'),
  };
}

export interface Parked {
  readonly id: string;
  readonly type: string;
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
     ${CANCEL} from waiting where workflow_uuid = waiting.id and status in ('ENQUEUED', 'DELAYED')
     returning workflow_uuid as id`,
    [what.queue, what.before, what.limit],
  );
  return rows.map((row) => row.id);
}
