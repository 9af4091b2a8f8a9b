import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';
import { NOW_MS } from '../now-ms.ts';
import { APPLICATION, VERSION } from '../sdk/engine.ts';
import { serializer } from '../sdk/serializer.ts';

/** Workflows of one name on their way to a queue. */
export interface NewWorkflows {
  readonly name: string;
  readonly queue: string;
  readonly parentId?: string;
  /** What caused them, while traces are on (runs/telemetry.ts). */
  readonly cause?: object | undefined;
  readonly rows: readonly NewRow[];
}

export interface NewRow {
  readonly id: string;
  readonly input: unknown;
  readonly priority?: number | undefined;
  readonly delayMs?: number | undefined;
}

interface StoredRow {
  readonly id: string;
  readonly input: string;
  readonly priority: number;
  readonly delay_ms: number;
}

const COLUMNS: ColumnTypes<StoredRow> = { id: 'text', input: 'text', priority: 'integer', delay_ms: 'bigint' };
/** Keeps one statement's arrays small beside the memory of either side. */
const ROWS_MAX = 5_000;

/**
 * Enqueues any number of workflows in the caller's transaction, one statement for some thousands of
 * them: the rows are those that the SDK writes one at a time (`insertWorkflowStatus`, SDK 5.3). What
 * exists already stays as it is.
 */
export async function insertWorkflows(sql: Sql, { name, queue, parentId, cause, rows }: NewWorkflows): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    const part = rows.slice(at, at + ROWS_MAX);
    const stored = part.map(({ id, input, priority = 0, delayMs = 0 }) => ({
      id,
      input: serializer.stringify([input]) as string,
      priority,
      delay_ms: Math.ceil(delayMs),
    }));
    await sql.query(
      `with given as materialized (select * from ${unnest(COLUMNS)}),
       added as (
         insert into dbos.workflow_status (workflow_uuid, status, name, queue_name, authenticated_user, assumed_role, authenticated_roles,
           executor_id, application_version, application_id, application_name, recovery_attempts, priority, parent_workflow_id,
           serialization, delay_until_epoch_ms, attributes)
         select id, case when delay_ms > 0 then 'DELAYED' else 'ENQUEUED' end, $5, $6, '', '', '[]', '', $7, '', $8, 0, priority, $9, $10,
           case when delay_ms > 0 then ${NOW_MS} + delay_ms end, $11::jsonb
         from given on conflict (workflow_uuid) do nothing)
       insert into dbos.workflow_input (workflow_uuid, inputs) select id, input from given on conflict (workflow_uuid) do nothing`,
      [
        ...toArrays(COLUMNS, stored),
        name,
        queue,
        VERSION,
        APPLICATION,
        parentId ?? null,
        serializer.name(),
        cause ? JSON.stringify(cause) : null,
      ],
      'insert-workflows',
    );
  }
}
