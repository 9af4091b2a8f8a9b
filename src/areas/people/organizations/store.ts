import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';

/** A team, a client or a company: what projects, members and keys belong to. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Ended by its owner: what it holds stays, and it has no members. */
  readonly closedAt: Date | null;
  /** Since when it asks its members for a second factor; null: it does not. */
  readonly factorRequiredSince: Date | null;
  readonly members: number;
  /** Without archived ones. */
  readonly projects: number;
}

export interface OrganizationFilter {
  /** Set: this one alone. */
  readonly organizationId?: string | undefined;
  /** Set: those of this person alone. */
  readonly userId?: string | undefined;
}

/** By name. */
export const organizationList = defineList<Organization, OrganizationFilter>({
  rows: 'o.*',
  from: `from organizations o
    where ($1::text is null or o.id = $1)
      and ($2::text is null or o.id in (select organization_id from memberships where user_id = $2))`,
  order: 'name, id',
  lookups: `left join lateral (select count(*) as members from memberships where organization_id = page.id) m on true
    left join lateral (select count(*) as projects from projects where organization_id = page.id and status <> 'archived') p on true`,
  columns: 'id, name, created_at, closed_at, factor_required_since, m.members, p.projects',
  values: ({ organizationId, userId }) => [organizationId ?? null, userId ?? null],
});

export async function isOpenOrganization(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('select from organizations where id = $1 and closed_at is null', [id]);
  return rowCount === 1;
}

export async function renameOrganization(sql: Sql, id: string, name: string): Promise<void> {
  await sql.query('update organizations set name = $2 where id = $1', [id, name]);
}

/** Marks it as closed and ends who could do something in it. @returns ids of people, sessions and keys that are to be looked up again */
export async function closeOrganization(tx: Transaction, id: string, now: Date): Promise<string[]> {
  await tx.query('update organizations set closed_at = coalesce(closed_at, $2) where id = $1', [id, now]);
  await tx.query('update invitations set revoked_at = $2 where organization_id = $1 and accepted_at is null and revoked_at is null', [
    id,
    now,
  ]);
  const { rows: keys } = await tx.query<{ id: string }>(
    'update api_keys set revoked_at = $2 where organization_id = $1 and revoked_at is null returning id',
    [id, now],
  );
  await tx.query('delete from sessions where organization_id = $1', [id]);
  const { rows: people } = await tx.query<{ id: string }>('delete from memberships where organization_id = $1 returning user_id as id', [
    id,
  ]);
  return [...keys, ...people].map((one) => one.id);
}

/** Ids of its projects that are not archived. */
export async function listOpenProjects(sql: Sql, id: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from projects where organization_id = $1 and status <> 'archived' order by id`,
    [id],
  );
  return rows.map((row) => row.id);
}
