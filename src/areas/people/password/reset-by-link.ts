import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { hashPassword } from '#http/callers/password.ts';
import { AppError } from '#kernel/errors.ts';
import { storePassword } from '../change-password.ts';
import { recordSign } from '../record-sign.ts';
import { hasPasswordReset, takePasswordReset } from './store.ts';

type ResetContext = Pick<RequestContext, 'postgres' | 'clock' | 'live' | 'client' | 'requestId' | 'forgetKey'>;

/**
 * Gives the person of a link another password, and ends all their sessions. A second factor stays what it was.
 * @returns how many sessions were ended
 * @throws AppError 404 for a link that is unknown, used or over
 */
export async function resetByLink(
  ctx: ResetContext,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<number> {
  const { postgres, clock, client, forgetKey } = ctx;
  const [tokenHash, now] = [hashKey(token), new Date(clock.realNow())];
  // Work for a password is done for those only who have the link.
  if (!(await hasPasswordReset(postgres, tokenHash, now))) throw wrongLink();
  const passwordHash = await hashPassword(password, client.address);
  const { userId, ended } = await postgres.transaction(async (tx) => {
    const found = await takePasswordReset(tx, tokenHash, now);
    if (found === undefined) throw wrongLink();
    const sessionsEnded = await storePassword(tx, { userId: found, passwordHash, keptSessionId: undefined });
    const subject = { by: 'mail', sessions_ended: sessionsEnded };
    await recordSign(tx, ctx, { path: '/api/password/reset', who: { kind: 'user', id: found }, status: 200, subject });
    return { userId: found, ended: sessionsEnded };
  });
  forgetKey(userId);
  return ended;
}

function wrongLink(): AppError {
  return new AppError('not_found', 'Link not found', {
    message: 'This link is unknown, used or older than half an hour.',
    hint: 'Ask for another one at the sign-in page; an operator can make one too: sightline users sign-in-link.',
  });
}
