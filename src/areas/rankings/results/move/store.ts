import type { Sql } from '#stores/postgres/types.ts';
import { PAGE_COLUMNS, PAGE_JOINS, type PageRow } from '../../copy/run-pages.ts';

/** A run whose results are in PostgreSQL still, of an earlier release or an archive. */
export type UnmovedRun = PageRow & { readonly checkDate: string };

/** Where to go on: behind this run. */
export interface Cursor {
  readonly checkTs: Date;
  readonly id: string;
}

export const BEGINNING: Cursor = { checkTs: new Date(0), id: '' };

/** Runs after the cursor whose results can be moved, oldest first. */
export async function listUnmovedRuns(sql: Sql, after: Cursor, limit: number): Promise<UnmovedRun[]> {
  const { rows } = await sql.query<UnmovedRun>(
    `select ${PAGE_COLUMNS}, run.check_date
     from serp_runs run ${PAGE_JOINS}
     where run.results is not null and (run.created_at, run.id) > ($1, $2) and run.status = 'completed' and run.applied_at is not null
     order by run.created_at, run.id limit $3`,
    [after.checkTs, after.id, limit],
  );
  return rows;
}

/** Takes the results away of runs that ClickHouse has whole; of the runs that are still as they were. */
export async function updateMoved(
  sql: Sql,
  runs: readonly { readonly id: string; readonly checkTs: Date; readonly count: number }[],
): Promise<number> {
  const { rowCount } = await sql.query(
    `update serp_runs run set results = null, results_count = moved.count
     from unnest($1::text[], $2::timestamptz[], $3::integer[]) as moved (id, created_at, count)
     where run.id = moved.id and run.created_at = moved.created_at and run.results is not null`,
    [runs.map(({ id }) => id), runs.map(({ checkTs }) => checkTs), runs.map(({ count }) => count)],
  );
  return rowCount ?? 0;
}
