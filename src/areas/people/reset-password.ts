import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { replacePassword } from './change-password.ts';
import { findUserByEmail } from './store/users.ts';

/** 120 random bits. */
const PASSWORD_BYTES = 15;

type ResetContext = Pick<RequestContext, 'postgres' | 'client' | 'forgetKey'>;

/**
 * Gives a person a new password, which exists in the result only, and ends all their sessions.
 * @throws AppError `User not found`
 */
export async function resetPassword(ctx: ResetContext, email: string): Promise<{ readonly password: string; readonly ended: number }> {
  const user = await findUserByEmail(ctx.postgres, email);
  if (user === undefined) throw notFound('User');
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  return { password, ended: await replacePassword(ctx, { userId: user.id, password, keptSessionId: undefined }) };
}
