import type { Caller } from '#http/caller.ts';
import type { Sql } from '#stores/postgres/types.ts';

type Binding = Pick<Caller, 'organizationId' | 'projectIds'>;

export interface ListedOrganization {
  readonly id: string;
  readonly name: string;
}

export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly status: string;
  readonly timeZone: string;
}

const ORGANIZATIONS_MAX = 500;
const PROJECTS_MAX = 500;

/** Organizations with projects that the caller sees, and the one that the caller is bound to. */
export async function listVisibleOrganizations(sql: Sql, { organizationId, projectIds }: Binding): Promise<ListedOrganization[]> {
  const { rows } = await sql.query<ListedOrganization>(
    `select id, name from organizations
     where ($1::text is null or id = $1)
       and ($2::text[] is null or id in (select organization_id from projects where projects.id = any($2)))
     order by name, id limit ${ORGANIZATIONS_MAX}`,
    [organizationId ?? null, projectIds ?? null],
  );
  return rows;
}

/** By name, without archived ones; at most 500 of them. */
export async function listVisibleProjects(
  sql: Sql,
  { organizationId, projectIds }: Binding,
): Promise<{ readonly projects: ListedProject[]; readonly total: number }> {
  const { rows } = await sql.query<ListedProject & { readonly total: number }>(
    `select id, name, organization_id, status, time_zone, count(*) over () as total
     from projects
     where status <> 'archived' and ($1::text is null or organization_id = $1) and ($2::text[] is null or id = any($2))
     order by lower(name), id limit ${PROJECTS_MAX}`,
    [organizationId ?? null, projectIds ?? null],
  );
  return { projects: rows.map(({ total: _total, ...project }) => project), total: rows[0]?.total ?? 0 };
}

export async function findKeyName(sql: Sql, keyId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ name: string }>('select name from api_keys where id = $1', [keyId]);
  return rows[0]?.name;
}
