import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import { requireOwnSignIn } from '../own-sign-in.ts';
import { findUserById } from '../../store/users.ts';
import { deleteIdentity, listIdentityRows, type Identity } from './store.ts';

type IdentityContext = Pick<RequestContext, 'postgres' | 'caller'>;

/** As who the person who asks is known to providers, the oldest first. */
export async function listIdentities({ postgres, caller }: IdentityContext): Promise<Identity[]> {
  return await listIdentityRows(postgres, caller.id);
}

/**
 * Takes one away: the provider signs the person in no more.
 * @throws AppError 403 in a session that an organization's provider began, 404, 409 when no other way to sign in is left
 */
export async function unlinkIdentity({ postgres, caller }: IdentityContext, id: string): Promise<void> {
  requireOwnSignIn(caller);
  await postgres.transaction(async (tx) => {
    const [user, identities] = [await findUserById(tx, caller.id), await listIdentityRows(tx, caller.id)];
    const isOnly = identities.length === 1 && identities[0]?.id === id;
    if (isOnly && user?.hasPassword !== true)
      throw new AppError('conflict', 'The last way to sign in', {
        message: 'Without it you could not sign in.',
        hint: 'Set a password first.',
      });
    if (!(await deleteIdentity(tx, caller.id, id))) throw notFound('Identity');
  });
}
