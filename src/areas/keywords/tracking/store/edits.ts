import type { Sql } from '#stores/postgres/types.ts';

/**
 * Counts an edit of what the projects track. Called after everything that the storing of a check locks too: who
 * waits here keeps no check waiting.
 */
export async function raiseEdits(sql: Sql, projectIds: readonly string[]): Promise<void> {
  await sql.query(
    `insert into keyword_edits as known (project_id, edits)
     select distinct project_id, 1 from unnest($1::text[]) as edited (project_id) order by project_id
     on conflict (project_id) do update set edits = known.edits + 1`,
    [projectIds],
  );
}
