import { isValid, toCaller } from '#http/auth.ts';
import type { Caller } from '#http/caller.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toPersonCaller } from './members/member.ts';
import { findActingPerson } from './members/store/acting.ts';
import { findKeyRecordById } from './store/keys.ts';

/** Who left work to the service, for later. */
export interface KnownCaller {
  readonly kind: 'user' | 'key';
  readonly id: string;
  /** Of a person: in which they acted; null: in none. */
  readonly organizationId: string | null;
  /** Of a person: whether they acted as one who runs the service. */
  readonly isOperator: boolean;
}

/** What is kept of a caller, to ask again later what they may do; undefined for those who are no person and no key. */
export function toKnownCaller({ kind, id, organizationId, isOperator = false }: Caller): KnownCaller | undefined {
  return kind === 'user' || kind === 'key' ? { kind, id, organizationId: organizationId ?? null, isOperator } : undefined;
}

/**
 * The caller with the rights that they have now.
 * @returns a text that says why there is none any more
 */
export async function findCallerAgain(
  { postgres, clock }: { readonly postgres: Sql; readonly clock: Clock },
  { kind, id, organizationId, isOperator }: KnownCaller,
): Promise<Caller | string> {
  const now = clock.realNow();
  if (kind === 'key') {
    const key = await findKeyRecordById(postgres, id);
    return key !== undefined && isValid(key, now) ? toCaller(key) : 'its key is revoked, has expired or is gone';
  }
  const person = await findActingPerson(postgres, id, organizationId);
  if (person === undefined) return 'its person is gone';
  const acting = { userId: id, organizationId, isOperator: isOperator && person.isOperator, membership: person.membership };
  if (!acting.isOperator && acting.membership === undefined) return 'its person is no member of the organization any more';
  if (person.factorDueAt !== null && person.factorDueAt.getTime() <= now) return 'its person must set up a second factor first';
  return toPersonCaller(acting);
}
