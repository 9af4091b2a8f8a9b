import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Grant } from '../../roles.ts';
import { makeOwnership, type Member, type Membership } from '../member.ts';
import { GRANT, OWN, toGrantValues, toMembership, type MembershipRow, type Nullable } from './rows.ts';

/** Held until the transaction ends: who owns an organization is decided by one after the other. */
export async function lockMemberships(tx: Sql, organizationId: string): Promise<void> {
  await tx.query('select from memberships where organization_id = $1 order by id for update', [organizationId]);
}

export async function findMembership(sql: Sql, organizationId: string, userId: string): Promise<Membership | undefined> {
  const { rows } = await sql.query<MembershipRow>(`select ${OWN} from memberships where organization_id = $1 and user_id = $2`, [
    organizationId,
    userId,
  ]);
  return rows[0] && toMembership(rows[0]);
}

/** @returns whether there was none yet */
export async function insertMembership(sql: Sql, { id, userId, organizationId, ...rest }: Membership): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into memberships (id, user_id, organization_id, ${GRANT}, email_verified, created_at, created_by, used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict (user_id, organization_id) do nothing`,
    [id, userId, organizationId, ...toGrantValues(rest), rest.emailVerified, rest.createdAt, rest.createdBy ?? null, rest.usedAt ?? null],
  );
  return rowCount === 1;
}

/** Makes an operator the owner of every organization that has none of theirs yet. */
export async function insertOwnerships(tx: Sql, userId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>('select id from organizations order by id');
  for (const { id } of rows) await insertMembership(tx, makeOwnership(userId, id, now));
}

export async function updateGrant(sql: Sql, id: string, grant: Grant): Promise<void> {
  await sql.query(
    `update memberships set role = $2, project_ids = $3, screens = $4, hide_costs = $5, hide_volume = $6, csv = $7, comment = $8, monthly_usd = $9
     where id = $1`,
    [id, ...toGrantValues(grant)],
  );
}

/** Ends a membership with the sessions in the organization, the personal keys for it and the open invitations of the person. */
export async function deleteMembership(tx: Sql, { id, userId, organizationId }: Membership, now: Date): Promise<void> {
  await tx.query('delete from sessions where user_id = $1 and organization_id = $2', [userId, organizationId]);
  await tx.query('update api_keys set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and organization_id = $2', [
    userId,
    organizationId,
    now,
  ]);
  await tx.query(
    `update invitations set revoked_at = $3
     where invited_by = $1 and organization_id = $2 and accepted_at is null and revoked_at is null`,
    [userId, organizationId, now],
  );
  await tx.query('delete from memberships where id = $1', [id]);
}

export async function countOwners(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from memberships where organization_id = $1 and role = 'owner'`,
    [organizationId],
  );
  return rows[0]?.total ?? 0;
}

export async function countMembers(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from memberships where organization_id = $1', [
    organizationId,
  ]);
  return rows[0]?.total ?? 0;
}

export interface MemberFilter {
  readonly organizationId: string;
  /** Part of the name or address. */
  readonly search?: string | undefined;
  readonly userId?: string | undefined;
}

/** By name. */
export const memberList = defineList<Nullable<Member>, MemberFilter, Member>({
  columns: `m.id, m.user_id, m.organization_id, m.role, m.project_ids, m.screens, m.hide_costs, m.hide_volume, m.csv, m.comment,
    m.monthly_usd, m.email_verified, m.created_at, m.created_by, m.used_at, u.email, u.name, u.role is not null as is_operator`,
  from: `from memberships m join users u on u.id = m.user_id
    where m.organization_id = $1 and ($2::text is null or position(lower($2) in lower(u.name || ' ' || u.email)) > 0)
      and ($3::text is null or u.id = $3)`,
  order: 'lower(u.name), m.id',
  values: ({ organizationId, search, userId }) => [organizationId, search ?? null, userId ?? null],
  toItem: toMembership as (row: Nullable<Member>) => Member,
});

/** Organizations of a person, where they last acted first. */
export async function listMembershipsOf(
  sql: Sql,
  userId: string,
): Promise<{ readonly organizationId: string; readonly role: Grant['role'] }[]> {
  const { rows } = await sql.query<{ organizationId: string; role: Grant['role'] }>(
    `select organization_id, role from memberships where user_id = $1 order by used_at desc nulls last, created_at, id limit 500`,
    [userId],
  );
  return rows;
}

/** Ids of personal keys that are good, to have them looked up again. */
export async function listKeysOf(sql: Sql, userId: string, organizationId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from api_keys where user_id = $1 and organization_id = $2 and revoked_at is null',
    [userId, organizationId],
  );
  return rows.map(({ id }) => id);
}

/** Of these, the projects that are not the organization's. */
export async function listForeignProjects(sql: Sql, organizationId: string, projectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from unnest($2::text[]) id where not exists (select from projects where projects.id = id.id and organization_id = $1)',
    [organizationId, projectIds],
  );
  return rows.map(({ id }) => id);
}

/** Notes that a member acts in the organization. @returns whether they are one */
export async function noteUse(
  sql: Sql,
  { userId, organizationId, now }: { readonly userId: string; readonly organizationId: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query('update memberships set used_at = $3 where user_id = $1 and organization_id = $2', [
    userId,
    organizationId,
    now,
  ]);
  return rowCount === 1;
}
