import type { Sql } from '#stores/postgres/types.ts';
import type { ExportRun } from '../export.ts';

export type KeptFile = Pick<ExportRun, 'id' | 'exportId'>;

/** Runs whose files have been kept for as long as their exports say, the oldest first. */
export async function listOldFiles(sql: Sql, now: Date, limit: number): Promise<KeptFile[]> {
  const { rows } = await sql.query<KeptFile>(
    `select r.id, r.export_id from export_runs r join exports e on e.id = r.export_id
     where r.file_removed_at is null and r.status in ('done', 'partial') and r.ended_at < $1::timestamptz - e.keep_days * interval '1 day'
     order by r.ended_at, r.id limit $2`,
    [now, limit],
  );
  return rows;
}

/** Runs of an export whose files are too many: all but the newest ones. */
export async function listFilesBeyond(sql: Sql, exportId: string, max: number): Promise<KeptFile[]> {
  const { rows } = await sql.query<KeptFile>(
    `select id, export_id from export_runs
     where export_id = $1 and file_removed_at is null and status in ('done', 'partial') order by created_at desc, id desc offset $2`,
    [exportId, max],
  );
  return rows;
}

/** All runs of an export that have a file, or may get one. */
export async function listFilesOf(sql: Sql, exportId: string): Promise<KeptFile[]> {
  const { rows } = await sql.query<KeptFile>('select id, export_id from export_runs where export_id = $1 and file_removed_at is null', [
    exportId,
  ]);
  return rows;
}

/** Hash and counts stay. */
export async function noteFileRemoved(sql: Sql, runId: string, now: Date): Promise<void> {
  await sql.query('update export_runs set file_removed_at = $2 where id = $1 and file_removed_at is null', [runId, now]);
}

/** Removes runs that ended before an instant, but the newest of each export. @returns how many */
export async function pruneRuns(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from export_runs r where ended_at < $1 and (file_removed_at is not null or status in ('failed', 'refused'))
       and exists (select 1 from export_runs newer where newer.export_id = r.export_id and newer.created_at > r.created_at)`,
    [before],
  );
  return rowCount ?? 0;
}
