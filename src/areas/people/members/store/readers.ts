import type { Sql } from '#stores/postgres/types.ts';
import type { Membership } from '../member.ts';
import { MEMBERSHIP_JSON, parseMembership, type MembershipRow } from './rows.ts';

/** The memberships behind addresses, whatever their case. */
export async function memberAddresses(
  sql: Sql,
  organizationId: string,
  addresses: readonly string[],
): Promise<{ readonly email: string; readonly membership: Membership }[]> {
  const { rows } = await sql.query<{ email: string; membership: MembershipRow | null }>(
    `select u.email, ${MEMBERSHIP_JSON} as membership from memberships m join users u on u.id = m.user_id
     where m.organization_id = $1 and lower(u.email) = any ($2)`,
    [organizationId, addresses.map((address) => address.toLowerCase())],
  );
  return rows.flatMap(({ email, membership: json }) => {
    const membership = parseMembership(json);
    return membership === undefined ? [] : [{ email, membership }];
  });
}
