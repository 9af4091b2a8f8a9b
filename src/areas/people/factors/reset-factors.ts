import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Member } from '../members/member.ts';
import { listMembershipsOf } from '../members/store/members.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { findUserByEmail } from '../store/users.ts';
import { lockFactors, removeTotp } from './change-factors.ts';
import { deletePasskeys } from './store/passkeys.ts';
import { deleteRecoveryCodes } from './store/recovery-codes.ts';
import { deletePendingOf } from './store/waiting.ts';

/** What was removed of a person. */
export interface FactorReset {
  readonly hadTotp: boolean;
  readonly passkeys: number;
  readonly sessionsEnded: number;
}

type ResetContext = Pick<RequestContext, 'postgres' | 'secrets' | 'forgetKey'>;

/** Takes every second factor from a person, and ends all their sessions: for who has lost a device and the recovery codes. */
export async function resetFactors({ postgres, secrets, forgetKey }: ResetContext, userId: string): Promise<FactorReset> {
  const reset = await postgres.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const hadTotp = (await removeTotp(tx, secrets, { userId, which: 'both' })) > 0;
    const passkeys = await deletePasskeys(tx, userId);
    await deleteRecoveryCodes(tx, userId);
    await deletePendingOf(tx, userId);
    return { hadTotp, passkeys, sessionsEnded: await deleteSessionsOf(tx, { userId, apiKeyId: null }, null) };
  });
  forgetKey(userId);
  return reset;
}

/** The same by e-mail address. @throws AppError `User not found` */
export async function resetFactorsByEmail(ctx: ResetContext, email: string): Promise<FactorReset> {
  const user = await findUserByEmail(ctx.postgres, email);
  if (user === undefined) throw notFound('User');
  return await resetFactors(ctx, user.id);
}

/**
 * The same by an owner of the member's organization.
 * @throws AppError 409 for a member of other organizations too, and for an operator: their factors guard what is not this owner's
 */
export async function resetMemberFactors(ctx: ResetContext, { userId, isOperator }: Member): Promise<FactorReset> {
  if (!isOperator && (await listMembershipsOf(ctx.postgres, userId)).length <= 1) return await resetFactors(ctx, userId);
  throw new AppError('conflict', 'Not of this organization alone', {
    message: 'The second factors of this member guard more than this organization.',
    hint: 'An operator takes them away: sightline users reset-factors <email>.',
  });
}
