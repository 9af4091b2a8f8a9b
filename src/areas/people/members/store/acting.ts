import type { Sql } from '#stores/postgres/types.ts';
import { toFactorDue } from '../../factors/store/required.ts';
import type { Membership } from '../member.ts';
import { MEMBERSHIP_JSON, parseMembership, type MembershipRow } from './rows.ts';

/** A person with what decides what they may do in an organization. */
export interface FoundPerson {
  readonly isOperator: boolean;
  /** From when on they are kept out for want of a second factor; null: never. */
  readonly factorDueAt: Date | null;
  readonly membership: Membership | undefined;
}

export async function findActingPerson(sql: Sql, userId: string, organizationId: string | null): Promise<FoundPerson | undefined> {
  const { rows } = await sql.query<Omit<FoundPerson, 'membership'> & { readonly membership: MembershipRow | null }>(
    `select users.role is not null as is_operator, ${toFactorDue('users.id')} as factor_due_at, ${MEMBERSHIP_JSON} as membership
     from users left join memberships m on m.user_id = users.id and m.organization_id = $2
     where users.id = $1`,
    [userId, organizationId],
  );
  const [row] = rows;
  return row && { ...row, membership: parseMembership(row.membership) };
}
