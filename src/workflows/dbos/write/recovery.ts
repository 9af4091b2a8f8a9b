import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { lockInstance } from './state.ts';
import { NOW_MS } from '../now-ms.ts';
import type { Workflow } from '../../define.ts';

/**
 * Gives running workflows back to their queues (schema `dbos`, SDK 5.3). Like the SDK's own
 * recovery it takes the ownership token away, so that an execution that still lives can record
 * nothing more; beyond it, each workflow goes to its own queue also when it was started past it, and
 * one that is to be paused stays paused. What was started past its queue and is unknown here, because
 * a newer release began it, is left to processes that know its queue.
 */
const REQUEUE = `update dbos.workflow_status w
  set status = case when t.is_paused then 'CANCELLED' else 'ENQUEUED' end,
      queue_name = case when t.is_paused then null else coalesce(w.queue_name, t.queue) end,
      completed_at = case when t.is_paused then ${NOW_MS} end,
      owner_xid = null, started_at_epoch_ms = null, updated_at = ${NOW_MS}`;
const TARGETS = `select s.workflow_uuid as id, q.queue, p.workflow_id is not null as is_paused
  from dbos.workflow_status s
  left join unnest($1::text[], $2::text[]) as q (name, queue) on q.name = s.name
  left join workflow_marks p on p.workflow_id = s.workflow_uuid and p.mark = 'paused'
  where s.status = 'PENDING' and coalesce(s.queue_name, q.queue) is not null`;

function queuesOf(workflows: readonly Workflow[]): [string[], string[]] {
  return [workflows.map((workflow) => workflow.name), workflows.map((workflow) => workflow.queue.name)];
}

/** What processes ran that are no more. */
export async function requeueOrphans(sql: Sql, workflows: readonly Workflow[]): Promise<number> {
  const { rowCount } = await sql.query(
    `with taken as (
       ${REQUEUE} from (${TARGETS} and not exists (select 1 from worker_heartbeats h where h.executor_id = s.executor_id)) t
        where w.workflow_uuid = t.id and w.status = 'PENDING'
          and not exists (select 1 from worker_heartbeats h where h.executor_id = w.executor_id)
       returning w.workflow_uuid as id)
     insert into workflow_events (workflow_id, event) select id, 'taken_over' from taken`,
    queuesOf(workflows),
  );
  return rowCount ?? 0;
}

export interface LostFilter {
  readonly executorId: string;
  readonly running: readonly string[];
  /** An interval. */
  readonly after: string;
}

/** What this process has claimed and does not run. */
export async function requeueLost(sql: Sql, workflows: readonly Workflow[], { executorId, running, after }: LostFilter): Promise<number> {
  const { rowCount } = await sql.query(
    `${REQUEUE} from (${TARGETS}) t
      where w.workflow_uuid = t.id and w.status = 'PENDING' and w.executor_id = $3 and w.workflow_uuid <> all($4::text[])
        and w.updated_at < (extract(epoch from now() - $5::interval) * 1000)::bigint`,
    [...queuesOf(workflows), executorId, running, after],
  );
  return rowCount ?? 0;
}

/** What this process runs: one workflow, or all of them. Not held against it as an attempt. */
export async function returnToQueue(
  sql: Sql,
  workflows: readonly Workflow[],
  { executorId, id }: { executorId: string; id?: string },
): Promise<number> {
  const { rowCount } = await sql.query(
    `${REQUEUE}, recovery_attempts = greatest(w.recovery_attempts - 1, 0) from (${TARGETS}) t
      where w.workflow_uuid = t.id and w.status = 'PENDING' and w.executor_id = $3 and ($4::text is null or w.workflow_uuid = $4)`,
    [...queuesOf(workflows), executorId, id ?? null],
  );
  return rowCount ?? 0;
}

export interface Delay {
  readonly id: string;
  readonly executorId: string;
  readonly waitMs: number;
}

/**
 * Puts a running workflow back on its queue, to be taken after a wait. Not counted as a recovery.
 * @returns false when it did not come from a queue, is to be paused, or runs in another process
 */
export async function delayRunning(tx: Transaction, { id, executorId, waitMs }: Delay): Promise<boolean> {
  const instance = await lockInstance(tx, id);
  if (instance?.state !== 'PENDING' || instance.status === 'paused' || instance.executorId !== executorId) return false;
  // `started_at_epoch_ms` stays: the workflow is shown as running (read/instances.ts).
  const { rowCount } = await tx.query(
    `update dbos.workflow_status
        set status = 'DELAYED', delay_until_epoch_ms = (extract(epoch from clock_timestamp()) * 1000)::bigint + $2, owner_xid = null,
            recovery_attempts = greatest(recovery_attempts - 1, 0),
            updated_at = ${NOW_MS}
      where workflow_uuid = $1 and queue_name is not null`,
    [id, Math.ceil(waitMs)],
  );
  return rowCount === 1;
}

/** Which workflows of a process are to be paused, and which are not its own any more. */
export async function findAsked(
  sql: Sql,
  executorId: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly asked: 'pause' | 'drop' }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql.query<{ id: string; asked: 'pause' | 'drop' }>(
    `select id, case when is_own then 'pause' else 'drop' end as asked
       from (select workflow_uuid as id, status = 'PENDING' and executor_id = $2 as is_own
               from dbos.workflow_status where workflow_uuid = any($1)) w
      where not is_own or exists (select from workflow_marks p where p.workflow_id = w.id and p.mark = 'paused')
      order by id`,
    [ids, executorId],
  );
  return rows;
}

/** A workflow that ended many processes is given up by the SDK; it becomes a dead letter. */
export async function deadLetterExhausted(sql: Sql, workflows: readonly Workflow[]): Promise<number> {
  // The SDK takes it off its queue, where it must be counted as failed.
  await sql.query(
    `update dbos.workflow_status w set queue_name = q.queue from unnest($1::text[], $2::text[]) as q (name, queue)
      where w.status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' and w.queue_name is null and q.name = w.name`,
    queuesOf(workflows),
  );
  const { rowCount } = await sql.query(
    `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts)
     select 'dl_' || substr(md5(w.workflow_uuid), 1, 24), coalesce(w.queue_name, ''), w.name, w.workflow_uuid,
            coalesce(i.inputs::jsonb -> -1, 'null'), 'the process died each time it ran', w.recovery_attempts
       from dbos.workflow_status w left join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
      where w.status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'
        and not exists (select 1 from dead_letters d where d.workflow_id = w.workflow_uuid)
     on conflict do nothing`,
  );
  return rowCount ?? 0;
}
