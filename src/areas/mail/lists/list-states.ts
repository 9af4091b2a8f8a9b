import type { Sql } from '#stores/postgres/types.ts';
import { toAddressKey, type AddressState, type ListedAddress } from './mail-list.ts';
import { selectListed } from './store.ts';

/** An address of a list as it is shown. */
export interface StatedAddress {
  readonly address: string;
  readonly state: AddressState;
  /** When it came to that; null: it is not known, as of members. */
  readonly since: Date | null;
  /** What the mail server said, of one that bounced. */
  readonly reason: string | null;
}

/** The state of each address of a list, in their order. @param isMember by the address in lower case */
export async function listAddressStates(
  sql: Sql,
  {
    listId,
    addresses,
    isMember,
  }: { readonly listId: string; readonly addresses: readonly string[]; readonly isMember: (address: string) => boolean },
): Promise<StatedAddress[]> {
  const listed = new Map((await selectListed(sql, listId, addresses)).map((one) => [toAddressKey(one.address), one]));
  return addresses.map((address) => ({ address, ...toState(listed.get(toAddressKey(address)), isMember(toAddressKey(address))) }));
}

function toState(listed: ListedAddress | undefined, isMember: boolean): Omit<StatedAddress, 'address'> {
  const { unsubscribedAt = null, bouncedAt = null, confirmedAt = null, askedAt = null, bounce = null } = listed ?? {};
  if (unsubscribedAt !== null) return { state: 'unsubscribed', since: unsubscribedAt, reason: null };
  if (bouncedAt !== null) return { state: 'bounced', since: bouncedAt, reason: bounce };
  if (isMember) return { state: 'member', since: null, reason: null };
  if (confirmedAt !== null) return { state: 'confirmed', since: confirmedAt, reason: null };
  return { state: 'waiting', since: askedAt, reason: null };
}

/** Whether mail of the list goes there. */
export function isReached({ state }: Pick<StatedAddress, 'state'>): boolean {
  return state === 'member' || state === 'confirmed';
}
