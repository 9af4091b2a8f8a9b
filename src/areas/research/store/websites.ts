import type { Sql } from '#stores/postgres/types.ts';

export interface ProjectWebsite {
  /** Normalized host. */
  readonly host: string;
  readonly role: 'primary' | 'competitor';
}

/** The project's own websites, then its competitors', the oldest first. */
export async function listProjectWebsites(sql: Sql, projectId: string, limit: number): Promise<ProjectWebsite[]> {
  const { rows } = await sql.query<ProjectWebsite>(
    `select value as host, role from assets where project_id = $1 and type = 'website'
     order by role = 'primary' desc, created_at, id limit $2`,
    [projectId, limit],
  );
  return rows;
}
