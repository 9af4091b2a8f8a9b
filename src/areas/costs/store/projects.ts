import type { Sql } from '#stores/postgres/types.ts';

/** What costs need to know of a project: the area of projects itself builds on this one. */
export interface PayingProject {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

export async function findPayingProject(sql: Sql, projectId: string): Promise<PayingProject | undefined> {
  const { rows } = await sql.query<PayingProject>('select id, organization_id, name from projects where id = $1', [projectId]);
  return rows[0];
}

export async function listProjectIdsOf(sql: Sql, organizationId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('select id from projects where organization_id = $1 order by id', [organizationId]);
  return rows.map(({ id }) => id);
}

export async function hasOrganization(sql: Sql, organizationId: string): Promise<boolean> {
  const { rows } = await sql.query('select 1 from organizations where id = $1', [organizationId]);
  return rows.length > 0;
}

/** The projects of research runs; those of the operator have none. */
export async function listProjectIdsOfRuns(sql: Sql, runIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select distinct project_id as id from research_runs where id = any($1) and project_id is not null order by id',
    [runIds],
  );
  return rows.map(({ id }) => id);
}
