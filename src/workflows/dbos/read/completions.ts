import type { Sql } from '#stores/postgres/types.ts';
import { parseStored } from '../sdk/serializer.ts';

/** How workflows ended, for callers that wait. */

/** Whether the row `w` is open. */
export const IS_OPEN = `(w.status in ('ENQUEUED', 'DELAYED', 'PENDING')
  or (w.status = 'CANCELLED' and exists (select 1 from workflow_marks m where m.workflow_id = w.workflow_uuid and m.mark = 'paused')))`;

export interface CompletionRow {
  readonly id: string;
  /** The engine's own state. */
  readonly state: string;
  readonly output: unknown;
  /** As recorded: name, message and fields. */
  readonly error: Readonly<Record<string, unknown>> | undefined;
}

/** The workflows, among these, that have not ended yet. */
export async function listOpen(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select w.workflow_uuid as id from dbos.workflow_status w where w.workflow_uuid = any($1) and ${IS_OPEN} order by id`,
    [ids],
  );
  return rows.map((row) => row.id);
}

export async function listCompletions(sql: Sql, ids: readonly string[]): Promise<CompletionRow[]> {
  const { rows } = await sql.query<StoredCompletion>(
    `select w.workflow_uuid as id, w.status as state, o.output, o.error
       from dbos.workflow_status w left join dbos.workflow_output o on o.workflow_uuid = w.workflow_uuid
      where w.workflow_uuid = any($1) and not ${IS_OPEN} order by id`,
    [ids],
  );
  return rows.map(toCompletionRow);
}

interface StoredCompletion {
  readonly id: string;
  readonly state: string;
  readonly output: string | null;
  readonly error: string | null;
}

function toCompletionRow({ id, state, output, error }: StoredCompletion): CompletionRow {
  return { id, state, output: parseStored(output), error: parseStored(error) as CompletionRow['error'] };
}

/** How one workflow stands; `undefined` for an unknown id. */
export async function findCompletion(sql: Sql, id: string): Promise<(CompletionRow & { readonly isOpen: boolean }) | undefined> {
  const { rows } = await sql.query<StoredCompletion & { isOpen: boolean }>(
    `select w.workflow_uuid as id, w.status as state, ${IS_OPEN} as is_open, o.output, o.error
       from dbos.workflow_status w left join dbos.workflow_output o on o.workflow_uuid = w.workflow_uuid where w.workflow_uuid = $1`,
    [id],
    'workflow-end',
  );
  return rows[0] && { ...toCompletionRow(rows[0]), isOpen: rows[0].isOpen };
}
