import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Import, ImportStatus } from '../import.ts';

const COLUMNS = `id, project_id, name, asked_kind, kind, status, bytes, sha256, detection, mapping, preview, points,
  workflow_id, error, made_by, created_at, updated_at, committed_at, undone_at, file_removed_at`;

export async function insertImport(sql: Sql, made: Import): Promise<void> {
  await sql.query(
    `insert into imports (id, project_id, name, asked_kind, status, bytes, mapping, made_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      made.id,
      made.projectId,
      made.name,
      made.askedKind,
      made.status,
      made.bytes,
      made.mapping,
      made.madeBy,
      made.createdAt,
      made.updatedAt,
    ],
  );
}

export async function findImport(sql: Sql, importId: string): Promise<Import | undefined> {
  const { rows } = await sql.query<Import>(`select ${COLUMNS} from imports where id = $1`, [importId]);
  return rows[0];
}

export async function lockImport(sql: Sql, importId: string): Promise<Import | undefined> {
  const { rows } = await sql.query<Import>(`select ${COLUMNS} from imports where id = $1 for update`, [importId]);
  return rows[0];
}

/** The import that brought the same file into the project. */
export async function findSameFile(sql: Sql, projectId: string, sha256: string): Promise<Import | undefined> {
  const { rows } = await sql.query<Import>(
    `select ${COLUMNS} from imports where project_id = $1 and sha256 = $2 and status in ('committing', 'committed') limit 1`,
    [projectId, sha256],
  );
  return rows[0];
}

/** Imports of a project, newest first. */
export const importList = defineList<Import, { readonly projectId: string; readonly status?: ImportStatus | undefined }>({
  columns: COLUMNS,
  from: 'from imports where project_id = $1 and ($2::text is null or status = $2)',
  order: 'created_at desc, id desc',
  values: ({ projectId, status }) => [projectId, status],
});

export async function countImports(sql: Sql, projectId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from imports where project_id = $1', [projectId]);
  return rows[0]?.total ?? 0;
}

/** Writes what changes of an import while it goes its way. */
export async function updateImport(sql: Sql, changed: Import): Promise<void> {
  await sql.query(
    `update imports
     set kind = $2, status = $3, sha256 = $4, detection = $5, mapping = $6, preview = $7, points = $8, workflow_id = $9, error = $10,
       updated_at = $11, committed_at = $12, undone_at = $13, file_removed_at = $14
     where id = $1`,
    [
      changed.id,
      changed.kind,
      changed.status,
      changed.sha256,
      changed.detection,
      changed.mapping,
      changed.preview,
      changed.points,
      changed.workflowId,
      changed.error,
      changed.updatedAt,
      changed.committedAt,
      changed.undoneAt,
      changed.fileRemovedAt,
    ],
  );
}

/** Sets the points of a running commit that are there; those of one that has ended stay. */
export async function updatePoints(sql: Sql, importId: string, points: number): Promise<void> {
  await sql.query(`update imports set points = $2 where id = $1 and status = 'committing'`, [importId, points]);
}

export async function deleteImport(sql: Sql, importId: string): Promise<void> {
  await sql.query('delete from imports where id = $1', [importId]);
}

/** Imports whose files are older than they are kept, the oldest first. */
export async function listOldFiles(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from imports where file_removed_at is null and created_at < $1 and status <> 'committing' order by created_at, id limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}
