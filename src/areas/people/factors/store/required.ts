import type { Sql } from '#stores/postgres/types.ts';

/** How long members have to set a second factor up. */
const GRACE = `interval '7 days'`;

/**
 * SQL of the instant from which a person of the column `user` is kept out for want of a second factor: seven days after the first of their
 * organizations asked for one, or after they came to it. Null: none asks, or they have one.
 */
export function toFactorDue(user: string): string {
  return `(select min(greatest(o.factor_required_since, m.created_at)) + ${GRACE}
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${user} and o.factor_required_since is not null and o.closed_at is null
      and not exists (select from totp_factors t where t.user_id = ${user} and t.confirmed_at is not null)
      and not exists (select from passkeys p where p.user_id = ${user}))`;
}

export async function findFactorDue(sql: Sql, userId: string): Promise<Date | null> {
  const { rows } = await sql.query<{ dueAt: Date | null }>(`select ${toFactorDue('users.id')} as due_at from users where id = $1`, [
    userId,
  ]);
  return rows[0]?.dueAt ?? null;
}

/** Null: no more. What asks already keeps its instant. @returns the instant */
export async function updateFactorRequired(sql: Sql, organizationId: string, since: Date | null): Promise<Date | null> {
  const { rows } = await sql.query<{ since: Date | null }>(
    `update organizations set factor_required_since = case when $2::timestamptz is null then null else coalesce(factor_required_since, $2) end
     where id = $1 returning factor_required_since as since`,
    [organizationId, since],
  );
  return rows[0]?.since ?? null;
}
