import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { parseStored } from '../sdk/serializer.ts';
import type { WorkflowEvent, WorkflowEventName } from '../../types.ts';

/**
 * What happened to a workflow, in order: the engine's own record (schema `dbos`, SDK 5.3) and beside
 * it our rows for what that leaves out (migration 0019).
 */

interface EventRow {
  readonly atMs: number;
  readonly event: WorkflowEventName;
  readonly step: string | null;
  readonly attempt: number | null;
  readonly startedMs: number | null;
  /** Ours is text, the engine's a stored error. */
  readonly error: string | null;
  readonly storedError: string | null;
  readonly waitMs: number | null;
}

/**
 * Of what the engine did in one millisecond the order is the rank's. The engine keeps the last time at which a workflow was
 * taken up; one that was tried before began no later than its first try. One that is resumed can be taken up within the same millisecond.
 */
const EVENTS = `with w as materialized (select * from dbos.workflow_status where workflow_uuid = $1),
  e (at_ms, rank, seq, event, step, attempt, started_ms, error, stored_error, wait_ms) as (
    select w.created_at, 0, 0::bigint, 'queued', null::text, null::int, null::bigint, null::text, null::text, null::bigint from w
    union all
    select least(w.started_at_epoch_ms, floor(extract(epoch from t.first) * 1000)::bigint), 1, 0, 'started', null, null, null, null, null, null
      from w, lateral (select min(x.started_at) as first from workflow_events x where x.workflow_id = $1) t where w.started_at_epoch_ms is not null
    union all
    select floor(extract(epoch from x.at) * 1000)::bigint, case when x.event = 'resumed' then 0 when x.step is null then 4 else 2 end, x.id, x.event, x.step, x.attempt,
           floor(extract(epoch from x.started_at) * 1000)::bigint, x.error, null, x.wait_ms
      from workflow_events x where x.workflow_id = $1
    union all
    select s.completed_at_epoch_ms, 3, s.function_id, case when s.error is null then 'step_completed' else 'step_failed' end, s.function_name,
           (select count(*) from workflow_events x where x.workflow_id = $1 and x.step_id = s.function_id)::int
             + case when s.error is null then 1 else 0 end,
           s.started_at_epoch_ms, null, s.error, null
      from dbos.operation_outputs s where s.workflow_uuid = $1
    union all
    select w.completed_at, 5, 0, case when w.status = 'SUCCESS' then 'completed' else 'failed' end, null, null, null, null, o.error, null
      from w left join dbos.workflow_output o on o.workflow_uuid = w.workflow_uuid
     where w.status in ('SUCCESS', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'))`;

export async function listEvents(sql: Sql, id: string, { limit, offset }: Page): Promise<WorkflowEvent[]> {
  const { rows } = await sql.query<EventRow>(
    `${EVENTS} select at_ms, event, step, attempt, started_ms, error, stored_error, wait_ms from e
      order by at_ms nulls last, rank, seq limit $2 offset $3`,
    [id, limit, offset],
  );
  return rows.map(toEvent);
}

export async function countEvents(sql: Sql, id: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`${EVENTS} select count(*) as count from e`, [id]);
  return rows[0]?.count ?? 0;
}

function toEvent(row: EventRow): WorkflowEvent {
  return {
    at: new Date(row.atMs),
    event: row.event,
    step: row.step ?? undefined,
    attempt: row.attempt ?? undefined,
    startedAt: row.startedMs === null ? undefined : new Date(row.startedMs),
    error: row.error ?? toMessage(row.storedError),
    waitMs: row.waitMs ?? undefined,
  };
}

/** What a stored error says. */
export function toMessage(stored: string | null): string | undefined {
  const error = parseStored(stored);
  if (error === undefined || error === null) return undefined;
  return typeof error === 'object' && 'message' in error ? String(error.message) : JSON.stringify(error);
}
