import type { RequestContext } from '#context';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { requireOwnSignIn } from '../oidc/own-sign-in.ts';
import { findUserById } from '../store/users.ts';
import { hasFactor, listFactors } from './list-factors.ts';
import { takeCode, TOTP_SECRET, type ProofContext } from './prove.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { deletePasskey, renamePasskeyRow } from './store/passkeys.ts';
import { deleteRecoveryCodes } from './store/recovery-codes.ts';
import { confirmTotpRow, deleteTotp, findTotp, insertTotp } from './store/totp.ts';
import { newTotpSecret, toOtpauth } from './totp.ts';

type FactorContext = Pick<RequestContext, 'postgres' | 'clock' | 'caller' | 'secrets' | 'forgetKey'>;

/**
 * Makes a secret for an authenticator app, in the place of one that was never confirmed. It counts when a code confirms it; until then the
 * app before stays the one that counts.
 * @throws AppError 404 for a person who is gone
 */
export async function startTotp({ postgres, clock, caller, secrets }: FactorContext): Promise<{ secret: string; otpauth: string }> {
  requireOwnSignIn(caller);
  const user = await findUserById(postgres, caller.id);
  if (user === undefined) throw notFound('User');
  const secret = newTotpSecret();
  await postgres.transaction(async (tx) => {
    await lockFactors(tx, user.id);
    await removeTotp(tx, secrets, { userId: user.id, which: 'unconfirmed' });
    const secretId = await secrets.put(tx, { kind: TOTP_SECRET, organizationId: null, text: secret });
    await insertTotp(tx, { id: newId('totp_'), userId: user.id, secretId, now: new Date(clock.realNow()) });
  });
  return { secret, otpauth: toOtpauth(secret, user.email) };
}

/**
 * Has the app count whose code this is, in the place of the one before.
 * @returns recovery codes where this is the person's first factor
 * @throws AppError 400 for a wrong code, 404 when none was begun, 429 after five wrong codes
 */
export async function confirmTotp(ctx: FactorContext & ProofContext, code: string): Promise<readonly string[] | undefined> {
  requireOwnSignIn(ctx.caller);
  const { postgres, clock, caller, secrets } = ctx;
  const totp = await findTotp(postgres, caller.id, 'unconfirmed');
  if (totp === undefined) throw noneWaits();
  if (!(await takeCode(ctx, { userId: caller.id, totp, code })))
    throw invalid([{ path: 'code', message: 'is not the code that the app shows now' }]);
  const recoveryCodes = await postgres.transaction(async (tx) => {
    await lockFactors(tx, caller.id);
    if ((await findTotp(tx, caller.id, 'unconfirmed'))?.id !== totp.id) throw noneWaits();
    const isFirst = !hasFactor(await listFactors(tx, caller.id));
    await removeTotp(tx, secrets, { userId: caller.id, which: 'confirmed' });
    await confirmTotpRow(tx, totp.id, new Date(clock.realNow()));
    return isFirst ? await renewRecoveryCodes(tx, caller.id) : undefined;
  });
  // Who was kept out for want of a factor comes in at once.
  ctx.forgetKey(caller.id);
  return recoveryCodes;
}

function noneWaits(): AppError {
  return new AppError('not_found', 'No app is waiting for a code', { hint: 'Begin again: POST /api/me/factors/totp.' });
}

/** Has no app count any more. @throws AppError 404 where none does */
export async function dropTotp({ postgres, caller, secrets }: FactorContext): Promise<void> {
  requireOwnSignIn(caller);
  await postgres.transaction(async (tx) => {
    await lockFactors(tx, caller.id);
    const removed = await removeTotp(tx, secrets, { userId: caller.id, which: 'both' });
    if (removed === 0) throw notFound('Authenticator app');
    await dropCodesOfNoFactor(tx, caller.id);
  });
}

/** @throws AppError 404 for a passkey that is not the caller's */
export async function dropPasskey({ postgres, caller }: FactorContext, id: string): Promise<void> {
  requireOwnSignIn(caller);
  await postgres.transaction(async (tx) => {
    await lockFactors(tx, caller.id);
    if (!(await deletePasskey(tx, caller.id, id))) throw notFound('Passkey');
    await dropCodesOfNoFactor(tx, caller.id);
  });
}

/** @throws AppError 404 for a passkey that is not the caller's */
export async function renamePasskey({ postgres, caller }: FactorContext, id: string, name: string): Promise<void> {
  if (!(await renamePasskeyRow(postgres, { userId: caller.id, id, name }))) throw notFound('Passkey');
}

/** Ten new recovery codes in the place of those before. @throws AppError 409 for a person without a factor, who needs none */
export async function renewOwnCodes({ postgres, caller }: FactorContext): Promise<readonly string[]> {
  requireOwnSignIn(caller);
  return await postgres.transaction(async (tx) => {
    await lockFactors(tx, caller.id);
    if (!hasFactor(await listFactors(tx, caller.id)))
      throw new AppError('conflict', 'No second factor', { message: 'Recovery codes stand in for a second factor, and you have none.' });
    return await renewRecoveryCodes(tx, caller.id);
  });
}

/** Changes of a person's factors come one after the other. */
export async function lockFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select from users where id = $1 for update', [userId]);
}

/** Removes apps with their secrets. @returns how many */
export async function removeTotp(
  tx: Transaction,
  secrets: RequestContext['secrets'],
  { userId, which }: { readonly userId: string; readonly which: Parameters<typeof deleteTotp>[2] },
): Promise<number> {
  const ids = await deleteTotp(tx, userId, which);
  for (const id of ids) await secrets.remove(tx, id);
  return ids.length;
}

async function dropCodesOfNoFactor(tx: Sql, userId: string): Promise<void> {
  if (!hasFactor(await listFactors(tx, userId))) await deleteRecoveryCodes(tx, userId);
}
