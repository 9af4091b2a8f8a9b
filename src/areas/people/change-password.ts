import type { RequestContext } from '#context';
import { hashPassword, isPassword } from '#http/callers/password.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { deletePendingOf } from './factors/store/waiting.ts';
import { deletePasswordResetsOf } from './password/store.ts';
import { requireOwnSignIn } from './oidc/own-sign-in.ts';
import { deleteSignInLinksOf } from './store/links.ts';
import { deleteSessionsOf } from './store/sessions.ts';
import { findUserById, updatePasswordHash } from './store/users.ts';

export interface ChangePasswordInput {
  /** Needed from those who have one. */
  readonly current: string | undefined;
  readonly next: string;
}

type PasswordContext = Pick<RequestContext, 'postgres' | 'caller' | 'client' | 'attempts' | 'forgetKey'>;

/**
 * Gives the person who asks another password, and ends all sessions but the one that asks.
 * @returns how many were ended
 * @throws AppError 400 for a wrong current password, 403 in a session that the provider of an organization began, 404 for a person who is gone, 429 after too many failures
 */
export async function changePassword(ctx: PasswordContext, { current, next }: ChangePasswordInput): Promise<number> {
  const { postgres, caller, client } = ctx;
  requireOwnSignIn(caller);
  const user = await findUserById(postgres, caller.id);
  if (user === undefined) throw notFound('User');
  if (user.passwordHash !== null) {
    const forgive = await ctx.attempts.begin('password', undefined, user.id);
    if (!(await isPassword(current ?? '', user.passwordHash, client.address)))
      throw invalid([{ path: 'current_password', message: 'is not your password' }]);
    await forgive();
  }
  return await replacePassword(ctx, { userId: user.id, password: next, keptSessionId: caller.session?.id });
}

export interface NewPassword {
  readonly userId: string;
  readonly password: string;
  /** The session that goes on; undefined: none. */
  readonly keptSessionId: string | undefined;
}

/** Stores another password, and ends the person's other sessions and links. @returns how many sessions were ended */
export async function replacePassword(
  { postgres, client, forgetKey }: Pick<PasswordContext, 'postgres' | 'client' | 'forgetKey'>,
  { password, ...rest }: NewPassword,
): Promise<number> {
  const passwordHash = await hashPassword(password, client.address);
  const ended = await postgres.transaction((tx) => storePassword(tx, { ...rest, passwordHash }));
  forgetKey(rest.userId);
  return ended;
}

/** The same in a transaction of the caller, who has the person looked up again when it is committed (`forgetKey`). */
export async function storePassword(
  tx: Transaction,
  { userId, passwordHash, keptSessionId }: Omit<NewPassword, 'password'> & { readonly passwordHash: string },
): Promise<number> {
  await updatePasswordHash(tx, userId, passwordHash);
  await deleteSignInLinksOf(tx, userId);
  await deletePasswordResetsOf(tx, userId);
  await deletePendingOf(tx, userId);
  return await deleteSessionsOf(tx, { userId, apiKeyId: null }, keptSessionId ?? null);
}
