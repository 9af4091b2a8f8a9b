import type { Caller } from '#http/caller.ts';
import type { Role } from '../roles.ts';
import type { Sql } from '#stores/postgres/types.ts';

type Binding = Pick<Caller, 'organizationId' | 'projectIds'>;

export interface ListedOrganization {
  readonly id: string;
  readonly name: string;
  /** Of the person there; undefined for keys. */
  readonly role?: Role;
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

/** Organizations that a person can act in; for operators every one, where they are owners unless they have another role. */
export async function listOrganizationsOf(
  sql: Sql,
  { id, isOperator = false, session }: Pick<Caller, 'id' | 'isOperator' | 'session'>,
): Promise<ListedOrganization[]> {
  const { rows } = await sql.query<ListedOrganization>(
    `select o.id, o.name, coalesce(m.role, 'owner') as role
     from organizations o left join memberships m on m.organization_id = o.id and m.user_id = $1
     where o.closed_at is null and ($2::boolean or m.id is not null) and ($3::text is null or o.id = $3)
     order by o.name, o.id limit ${ORGANIZATIONS_MAX}`,
    [id, isOperator, session?.boundTo ?? null],
  );
  return rows;
}

/** A member as whom a person looks at the organization. */
export interface ViewedMember {
  readonly userId: string;
  readonly name: string;
  readonly endsAt: Date;
}

export async function findViewed(sql: Sql, sessionId: string): Promise<ViewedMember | undefined> {
  const { rows } = await sql.query<ViewedMember>(
    `select u.id as user_id, u.name, s.view_ends_at as ends_at
     from sessions s join memberships m on m.id = s.viewed_membership_id join users u on u.id = m.user_id where s.id = $1`,
    [sessionId],
  );
  return rows[0];
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
