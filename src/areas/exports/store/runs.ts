import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { ExportRun } from '../export.ts';

const COLUMNS = `id, export_id, status, reason, started_by, due_at, missed, rows, total, bytes, sha256, file_name, file_removed_at, link_version,
  delivered_to, created_at, started_at, ended_at`;

/** @returns whether the export has had none of this id yet */
export async function insertRun(
  sql: Sql,
  {
    id,
    exportId,
    startedBy,
    dueAt,
    missed,
    createdAt,
  }: Pick<ExportRun, 'id' | 'exportId' | 'startedBy' | 'dueAt' | 'missed' | 'createdAt'>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into export_runs (id, export_id, status, started_by, due_at, missed, created_at)
     values ($1, $2, 'queued', $3, $4, $5, $6) on conflict do nothing`,
    [id, exportId, startedBy, dueAt, missed, createdAt],
  );
  return rowCount === 1;
}

export async function findRun(sql: Sql, runId: string): Promise<ExportRun | undefined> {
  const { rows } = await sql.query<ExportRun>(`select ${COLUMNS} from export_runs where id = $1`, [runId]);
  return rows[0];
}

/** Those of an export that have not ended. */
export async function countOpenRuns(sql: Sql, exportId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from export_runs where export_id = $1 and status in ('queued', 'running')`,
    [exportId],
  );
  return rows[0]?.total ?? 0;
}

/** One that was begun already begins again, unless it has ended. @returns whether it is under way */
export async function beginRunRow(sql: Sql, runId: string, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update export_runs set status = 'running', started_at = coalesce(started_at, $2) where id = $1 and status in ('queued', 'running')`,
    [runId, now],
  );
  return rowCount === 1;
}

/** How far a run is. */
export async function updateProgress(sql: Sql, runId: string, { rows, total }: Pick<ExportRun, 'rows' | 'total'>): Promise<void> {
  await sql.query(`update export_runs set rows = $2, total = $3 where id = $1 and status = 'running'`, [runId, rows, total]);
}

export type EndedRun = Pick<ExportRun, 'id' | 'status' | 'reason' | 'rows' | 'total' | 'bytes' | 'sha256' | 'fileName' | 'deliveredTo'>;

/** @returns whether it was under way until now */
export async function endRunRow(sql: Sql, run: EndedRun, now: Date): Promise<boolean> {
  const { id, status, reason, rows, total, bytes, sha256, fileName, deliveredTo } = run;
  const { rowCount } = await sql.query(
    `update export_runs set status = $2, reason = $3, rows = $4, total = $5, bytes = $6, sha256 = $7, file_name = $8, delivered_to = $9,
       ended_at = $10
     where id = $1 and status in ('queued', 'running')`,
    [id, status, reason, rows, total, bytes, sha256, fileName, deliveredTo, now],
  );
  return rowCount === 1;
}

/** Says why there is no file. One that has ended stays as it is. */
export async function closeRun(
  sql: Sql,
  { id, status, reason }: Pick<ExportRun, 'id' | 'reason'> & { readonly status: 'failed' | 'refused' },
  now: Date,
): Promise<void> {
  await sql.query(
    `update export_runs set status = $2, reason = $3, rows = 0, ended_at = $4 where id = $1 and status in ('queued', 'running')`,
    [id, status, reason, now],
  );
}

/** Newest first. */
export const runList = defineList<ExportRun, { readonly exportId: string }>({
  columns: COLUMNS,
  from: 'from export_runs where export_id = $1',
  order: 'created_at desc, id desc',
  values: ({ exportId }) => [exportId],
});

/** The newest of each export. */
export async function listLastRuns(sql: Sql, exportIds: readonly string[]): Promise<ExportRun[]> {
  const { rows } = await sql.query<ExportRun>(
    `select distinct on (export_id) ${COLUMNS} from export_runs where export_id = any ($1) order by export_id, created_at desc, id desc`,
    [exportIds],
  );
  return rows;
}

/** Ends all links to the file of a run. */
export async function raiseLinkVersion(sql: Sql, runId: string): Promise<void> {
  await sql.query('update export_runs set link_version = link_version + 1 where id = $1', [runId]);
}

/** Runs whose work may have ended without them. */
export async function listOpenRuns(sql: Sql, limit: number): Promise<{ readonly id: string }[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from export_runs where status in ('queued', 'running') order by created_at, id limit $1`,
    [limit],
  );
  return rows;
}
