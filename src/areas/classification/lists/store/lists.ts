import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { ListRecord, ListStatus } from '../list.ts';

/** The columns of a `ListRecord`. */
const COLUMNS = `id, project_id, organization_id, name, status, skip_fetch,
  skip_llm, items, refused, duplicates, error, workflow_id, created_at, ended_at`;

export type NewList = Omit<ListRecord, 'status' | 'error' | 'endedAt'>;

export async function insertList(sql: Sql, list: NewList): Promise<void> {
  await sql.query(
    `insert into classification_lists (id, project_id, organization_id, name, status, skip_fetch, skip_llm, items, refused, duplicates,
       workflow_id, created_at)
     values ($1, $2, $3, $4, 'queued', $5, $6, $7, $8, $9, $10, $11)`,
    [
      list.id,
      list.projectId,
      list.organizationId,
      list.name,
      list.skipFetch,
      list.skipLlm,
      list.items,
      JSON.stringify(list.refused),
      JSON.stringify(list.duplicates),
      list.workflowId,
      list.createdAt,
    ],
  );
}

export async function findList(sql: Sql, listId: string): Promise<ListRecord | undefined> {
  const { rows } = await sql.query<ListRecord>(`select ${COLUMNS} from classification_lists where id = $1`, [listId]);
  return rows[0];
}

/** Which lists are wanted; what is null does not matter. */
export interface ListFilter {
  readonly organizationId: string | null;
  readonly projectIds: readonly string[] | null;
}

/** Newest first. */
export const listRecords = defineList<ListRecord, ListFilter>({
  columns: COLUMNS,
  from: `from classification_lists where ($1::text is null or organization_id = $1)
  and ($2::text[] is null or project_id = any($2))`,
  order: 'created_at desc, id',
  values: ({ organizationId, projectIds }) => [organizationId, projectIds],
});

/** A list whose work begins, for the first time or after a failure. @returns whether there is work to do */
export async function beginList(sql: Sql, listId: string, workflowId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update classification_lists set status = 'running', workflow_id = $2, error = null, ended_at = null
     where id = $1 and status in ('queued', 'running', 'failed')`,
    [listId, workflowId],
  );
  return rowCount === 1;
}

/** `queued`, `running` -> an end. @returns whether this call did it */
export async function endList(
  sql: Sql,
  listId: string,
  { status, error = null, now }: { readonly status: ListStatus; readonly error?: string | null; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update classification_lists set status = $2, error = $3, ended_at = $4 where id = $1 and status in ('queued', 'running')`,
    [listId, status, error, now],
  );
  return rowCount === 1;
}
