import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { deleteSetupTokens } from './store/links.ts';
import { hasOwner, insertUser, lockUsers, type NewUser } from './store/users.ts';

/** Makes the first owner. @returns `undefined` when there is one already, another process may have been faster */
export async function createOwner(
  tx: Transaction,
  person: Pick<NewUser, 'email' | 'name' | 'passwordHash'>,
  now: Date,
): Promise<NewUser | undefined> {
  await lockUsers(tx);
  if (await hasOwner(tx)) return undefined;
  const user: NewUser = { ...person, id: newId('usr_'), role: 'owner', createdAt: now };
  await insertUser(tx, user);
  await deleteSetupTokens(tx);
  return user;
}
