import type { Sql } from '#stores/postgres/types.ts';
import { toMessage } from './history.ts';
import type { StepInFlight } from '../../runs/runs.ts';
import type { WorkflowStep } from '../../types.ts';

/** The steps of one workflow: recorded by the engine, and in flight in whatever process runs it. */

/** A step with the engine's number, which orders and distinguishes steps. */
export type NumberedStep = WorkflowStep & { readonly id: number };

interface StepRow {
  readonly id: number;
  readonly name: string;
  readonly error: string | null;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly failedTries: number;
}

export async function listRecordedSteps(sql: Sql, workflowId: string): Promise<NumberedStep[]> {
  const { rows } = await sql.query<StepRow>(
    `select s.function_id as id, s.function_name as name, s.error, s.started_at_epoch_ms as started_at, s.completed_at_epoch_ms as completed_at,
            (select count(*) from workflow_events x where x.workflow_id = $1 and x.step_id = s.function_id) as failed_tries
       from dbos.operation_outputs s where s.workflow_uuid = $1 order by s.function_id`,
    [workflowId],
    'workflows-list-steps',
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.error === null ? 'completed' : 'failed',
    startedAt: row.startedAt === null ? undefined : new Date(row.startedAt),
    completedAt: row.completedAt === null ? undefined : new Date(row.completedAt),
    attempts: row.error === null ? row.failedTries + 1 : Math.max(1, row.failedTries),
    error: toMessage(row.error),
  }));
}

/**
 * Of a workflow that does not run in this process: what the process that runs it reported of its steps at its last
 * heartbeat, or the step that waits on the queue for its next try (runs/put-back.ts).
 */
export async function listStepsElsewhere(sql: Sql, workflowId: string): Promise<StepInFlight[]> {
  const { rows } = await sql.query<{ id: number; name: string; startedMs: number; attempt: number; error: string | null }>(
    `select r.id, r.name, r.started_ms, r.attempt, r.error
       from dbos.workflow_status w
       join worker_heartbeats h on h.executor_id = w.executor_id
      cross join jsonb_to_recordset(h.running) as r (workflow_id text, id int, name text, started_ms bigint, attempt int, error text)
      where w.workflow_uuid = $1 and w.status = 'PENDING' and r.workflow_id = $1
     union all
     select x.step_id, x.step, floor(extract(epoch from (
              select min(f.started_at) from workflow_events f where f.workflow_id = $1 and f.step_id = x.step_id)) * 1000)::bigint, x.attempt, x.error
       from dbos.workflow_status w
      cross join lateral (
        select * from workflow_events e where e.workflow_id = w.workflow_uuid and e.event = 'attempt_failed' order by e.id desc limit 1) x
      where w.workflow_uuid = $1 and w.status = 'DELAYED' and w.started_at_epoch_ms is not null and x.step_id is not null`,
    [workflowId],
  );
  return rows.map(({ startedMs, error, ...row }) => ({ ...row, startedAt: new Date(startedMs), error: error ?? undefined }));
}

/** Recorded, in flight and not reached, in order. A step that is both is recorded. */
export function joinSteps(
  recorded: readonly NumberedStep[],
  inFlight: readonly StepInFlight[],
  { declared, isDone }: { readonly declared: readonly string[]; readonly isDone: boolean },
): WorkflowStep[] {
  const ids = new Set(recorded.map(({ id }) => id));
  const running = inFlight.filter(({ id }) => !ids.has(id)).map(toRunning);
  const reached = [...recorded, ...running].toSorted((a, b) => a.id - b.id).map(({ id: _id, ...step }) => step);
  const names = new Set(reached.map(({ name }) => name));
  // What a run that went through left out was not to be done.
  const pending = isDone ? [] : declared.filter((name) => !names.has(name)).map(toPending);
  return [...reached, ...pending];
}

function toRunning({ id, name, startedAt, attempt, error }: StepInFlight): NumberedStep {
  return { id, name, status: 'running', startedAt, completedAt: undefined, attempts: attempt, error };
}

function toPending(name: string): WorkflowStep {
  return { name, status: 'pending', startedAt: undefined, completedAt: undefined, attempts: 0, error: undefined };
}
