import type { Sql } from '#stores/postgres/types.ts';

/** An import whose points are shown. */
export interface ActiveImport {
  readonly id: string;
  /** The program that the points come from. */
  readonly kind: string;
}

/** Imports of a project that are committed and not undone, the latest first: of two points of a day the later import shows. */
export async function listActiveImports(sql: Sql, projectId: string): Promise<ActiveImport[]> {
  const { rows } = await sql.query<ActiveImport>(
    `select id, kind from imports where project_id = $1 and status = 'committed' order by committed_at desc, id desc limit 1000`,
    [projectId],
  );
  return rows;
}
