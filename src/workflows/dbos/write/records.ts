import type { Sql } from '#stores/postgres/types.ts';
import { NOW_MS } from '../now-ms.ts';
import { IS_OPEN } from '../read/completions.ts';

/**
 * What an execution records of itself (schema `dbos`, SDK 5.3): the rows are those that the SDK writes, in one
 * statement each where the SDK sends four. Nothing is written unless the execution still owns the workflow: the
 * row of the workflow is locked until the record is committed, so that it cannot be taken over in between.
 */
export interface StepRecord {
  readonly workflowId: string;
  readonly ownerXid: string;
  /** The SDK's number of the step. */
  readonly stepId: number;
  readonly name: string;
  /** Serialized; one of them. */
  readonly output: string | null;
  readonly error: string | null;
  readonly serialization: string | null;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** @returns false when the execution does not own the workflow, or another record of the step is there */
export async function recordStep(sql: Sql, record: StepRecord): Promise<boolean> {
  const { workflowId, ownerXid, stepId, name, output, error, serialization, startedMs, endedMs } = record;
  // A record that is sent again, because the answer to the first one was lost, finds itself.
  const { rows } = await sql.query<{ isRecorded: boolean }>(
    `with own as (
       select workflow_uuid, application_name from dbos.workflow_status
        where workflow_uuid = $1 and owner_xid = $2 for no key update)
     insert into dbos.operation_outputs as o (workflow_uuid, function_id, function_name, output, error, serialization,
       started_at_epoch_ms, completed_at_epoch_ms, application_name, retention_timestamp)
     select workflow_uuid, $3, $4, $5, $6, $7, $8, $9, application_name, ${NOW_MS} from own
     on conflict (workflow_uuid, function_id) do update set completed_at_epoch_ms = o.completed_at_epoch_ms
     returning o.completed_at_epoch_ms = $9 as is_recorded`,
    [workflowId, ownerXid, stepId, name, output, error, serialization, startedMs, endedMs],
    'record-step',
  );
  return rows[0]?.isRecorded === true;
}

export interface OutcomeRecord {
  readonly workflowId: string;
  readonly ownerXid: string;
  readonly status: 'SUCCESS' | 'ERROR';
  /** Serialized; one of them. */
  readonly output: string | null;
  readonly error: string | null;
}

/** @returns false when the execution does not own the workflow */
export async function recordOutcome(sql: Sql, { workflowId, ownerXid, status, output, error }: OutcomeRecord): Promise<boolean> {
  const { rowCount } = await sql.query(
    `with ended as (
       update dbos.workflow_status
          set status = $3, owner_xid = null, deduplication_id = null, updated_at = ${NOW_MS}, completed_at = ${NOW_MS}
        where workflow_uuid = $1 and owner_xid = $2 and status = 'PENDING' returning workflow_uuid)
     insert into dbos.workflow_output (workflow_uuid, output, error) select workflow_uuid, $4, $5 from ended
     on conflict (workflow_uuid) do update set output = excluded.output, error = excluded.error`,
    [workflowId, ownerXid, status, output, error],
    'record-outcome',
  );
  return rowCount === 1;
}

interface Fired {
  readonly name: string;
  readonly instant: Date;
  /** The date now: what lies after it was noted before the date was set back. */
  readonly now: Date;
}

/** Notes the instant that a schedule has begun last, unless a later one is noted. */
export async function updateLastFired(sql: Sql, { name, instant, now }: Fired): Promise<void> {
  await sql.query(
    `update dbos.workflow_schedules set last_fired_at = $2
     where schedule_name = $1 and (last_fired_at is null or last_fired_at < $2 or last_fired_at > $3)`,
    [name, instant.toISOString(), now.toISOString()],
  );
}

/**
 * Removes the state of workflows that ended before an instant, at most `limit` of them; a paused one
 * has not ended. Dead letters stay.
 */
export async function deleteFinished(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `with old as (
       select w.workflow_uuid as id from dbos.workflow_status w
        where w.completed_at < $1 and not ${IS_OPEN} order by w.completed_at, w.workflow_uuid limit $2),
     gone as (delete from dbos.workflow_status w using old where w.workflow_uuid = old.id returning w.workflow_uuid as id),
     inputs as (delete from dbos.workflow_input x using old where x.workflow_uuid = old.id),
     outputs as (delete from dbos.workflow_output x using old where x.workflow_uuid = old.id),
     steps as (delete from dbos.operation_outputs x using old where x.workflow_uuid = old.id),
     events as (delete from workflow_events x using old where x.workflow_id = old.id),
     marks as (delete from workflow_marks x using old where x.workflow_id = old.id)
     select count(*) as count from gone`,
    [before.getTime(), limit],
  );
  return rows[0]?.count ?? 0;
}
