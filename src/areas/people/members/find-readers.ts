import type { Caller } from '#http/caller.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { memberAddresses } from './store/readers.ts';
import { toPersonCaller } from './member.ts';
import { findUserById } from '../store/users.ts';

/** Members of an organization by their addresses, each as the caller that they are there: what they are mailed follows from it. */
export async function findReaders(sql: Sql, organizationId: string, addresses: readonly string[]): Promise<ReadonlyMap<string, Caller>> {
  const found = await memberAddresses(sql, organizationId, addresses);
  return new Map(
    found.map(({ email, membership }) => [
      email.toLowerCase(),
      toPersonCaller({ userId: membership.userId, isOperator: false, organizationId, membership }),
    ]),
  );
}

/** The address of the person who asks, also by a key of theirs; undefined for a key of the service. */
export async function findOwnAddress(sql: Sql, { kind, id, personId }: Caller): Promise<string | undefined> {
  const userId = kind === 'user' ? id : personId;
  return userId === undefined ? undefined : (await findUserById(sql, userId))?.email;
}
