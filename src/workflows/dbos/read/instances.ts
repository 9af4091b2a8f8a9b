import type { Sql } from '#stores/postgres/types.ts';
import { toMessage } from './history.ts';
import { parseStored } from '../sdk/serializer.ts';
import type { WorkflowInstance, WorkflowStatus } from '../../types.ts';

/**
 * Reading workflows from the engine's own tables (schema `dbos`, SDK 5.3) and our marks beside them.
 * The SDK knows no pause: a paused workflow is a cancelled one with the mark `paused`.
 */

/** Our name of a row's state; `w` is the workflow's row and `p` its mark `paused`, if any (`FROM`). */
export const STATUS = `case
  when w.status = 'SUCCESS' then 'completed'
  when w.status in ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') then 'failed'
  when p.workflow_id is not null then 'paused'
  when w.status = 'CANCELLED' then 'terminated'
  when w.status = 'PENDING' then 'running'
  -- Waits on its queue for the next try of a step (runs/put-back.ts).
  when w.status = 'DELAYED' and w.started_at_epoch_ms is not null then 'running'
  else 'queued' end`;
export const FROM = `from dbos.workflow_status w
  left join workflow_marks p on p.workflow_id = w.workflow_uuid and p.mark = 'paused'`;
const PAYLOAD = `left join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
  left join dbos.workflow_output o on o.workflow_uuid = w.workflow_uuid`;

interface InstanceRow {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly updatedAt: number;
}

const INSTANCE = `select w.workflow_uuid as id, w.name as type, ${STATUS} as status, i.inputs as input, o.output, o.error,
  w.created_at, w.started_at_epoch_ms as started_at, w.completed_at, w.updated_at ${FROM} ${PAYLOAD}`;

export async function findInstance(sql: Sql, id: string): Promise<WorkflowInstance | undefined> {
  const { rows } = await sql.query<InstanceRow>(`${INSTANCE} where w.workflow_uuid = $1`, [id], 'workflows-find-instance');
  return rows[0] && toInstance(rows[0]);
}

export async function findStatuses(sql: Sql, ids: readonly string[]): Promise<Map<string, WorkflowStatus>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<{ id: string; status: WorkflowStatus }>(
    `select w.workflow_uuid as id, ${STATUS} as status ${FROM} where w.workflow_uuid = any ($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** By the states of the engine, for which it keeps an index; a paused workflow is a cancelled one there. */
export async function listOpenIds(sql: Sql, workflow: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select workflow_uuid as id from dbos.workflow_status
      where status in ('ENQUEUED', 'DELAYED', 'PENDING') and name = $1 order by workflow_uuid`,
    [workflow],
  );
  return rows.map(({ id }) => id);
}

/** What caused a workflow, when traces were on as it was enqueued. */
export async function findTraceparent(sql: Sql, id: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ traceparent: string | null }>(
    `select attributes ->> 'traceparent' as traceparent from dbos.workflow_status where workflow_uuid = $1`,
    [id],
  );
  return rows[0]?.traceparent ?? undefined;
}

function toInstance(row: InstanceRow): WorkflowInstance {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    input: toInput(row.input),
    output: parseStored(row.output),
    error: toMessage(row.error),
    createdAt: new Date(row.createdAt),
    startedAt: row.startedAt === null ? undefined : new Date(row.startedAt),
    // A paused one is a cancelled one to the engine, and has not ended.
    endedAt: row.completedAt === null || row.status === 'paused' ? undefined : new Date(row.completedAt),
    updatedAt: new Date(row.updatedAt),
  };
}

/** Inputs are stored as the list of arguments: a schedule gives the instant first, ours is the last. */
export function toInput(stored: string | null): unknown {
  const given = parseStored(stored);
  return Array.isArray(given) ? given.at(-1) : undefined;
}
