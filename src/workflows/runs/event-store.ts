import type { Sql } from '#stores/postgres/types.ts';
import type { WorkflowEventName } from '../types.ts';

/** What happened to workflows and the SDK does not record (migration 0019). The whole history is dbos/read/history.ts. */

export interface FailedTry {
  readonly workflowId: string;
  readonly stepId: number | undefined;
  readonly step: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly at: Date;
  readonly error: string;
  /** Until the next try; `undefined` when there is none. */
  readonly waitMs: number | undefined;
}

export async function recordFailedTry(sql: Sql, failed: FailedTry): Promise<void> {
  await sql.query(
    `insert into workflow_events (workflow_id, event, step_id, step, attempt, started_at, error, wait_ms, at)
     values ($1, 'attempt_failed', $2, $3, $4, $5, $6, $7, $8)`,
    [
      failed.workflowId,
      failed.stepId ?? null,
      failed.step,
      failed.attempt,
      failed.startedAt,
      failed.error,
      failed.waitMs ?? null,
      failed.at,
    ],
  );
}

export async function recordEvent(sql: Sql, ids: readonly string[], event: WorkflowEventName): Promise<void> {
  await sql.query('insert into workflow_events (workflow_id, event) select id, $2 from unnest($1::text[]) as id', [ids, event]);
}
