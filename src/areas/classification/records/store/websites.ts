import type { Sql } from '#stores/postgres/types.ts';

const WEBSITES_MAX = 100;

/** The primary websites of a project. */
export async function listOwnWebsites(sql: Sql, projectId: string): Promise<{ readonly host: string; readonly name: string }[]> {
  const { rows } = await sql.query<{ host: string; name: string }>(
    `select value as host, name from assets where project_id = $1 and type = 'website' and role = 'primary'
     order by id limit ${WEBSITES_MAX}`,
    [projectId],
  );
  return rows;
}
