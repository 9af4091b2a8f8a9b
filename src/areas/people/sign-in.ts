import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { RequestContext } from '#context';
import { hashKey, isValid } from '#http/auth.ts';
import { AppError } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { SessionOwner } from './account.ts';
import { isPassword } from '#http/callers/password.ts';
import { enter, type Entered, type EnterContext } from './enter.ts';
import { beginPending, type PendingFactor } from './factors/pending-sign-in.ts';
import { verifyPasskey, type PasskeyContext } from './factors/verify-passkey.ts';
import { isPasswordRefused } from './oidc/settings/store.ts';
import { recordSign } from './record-sign.ts';
import { findKeyRecord } from './store/keys.ts';
import { takeSignInLink } from './store/links.ts';
import { findUserByEmail } from './store/users.ts';

/** What proves who signs in. */
export type Proof =
  | { readonly by: 'password'; readonly email: string; readonly password: string }
  | { readonly by: 'api_key'; readonly apiKey: string }
  | { readonly by: 'link'; readonly token: string }
  | { readonly by: 'passkey'; readonly response: AuthenticationResponseJSON };

type SignInContext = EnterContext & PasskeyContext & Pick<RequestContext, 'attempts' | 'forgetKey'>;

/**
 * Begins a session in place of the one that the browser had; of a person with a second factor only after that is proved
 * (`pending-sign-in.ts`), unless a passkey proves both: it lies in a device that has asked for a finger, a face or a PIN.
 * @throws AppError 401 with the same words and after the same work whatever is wrong; 403 for a right password where
 *   passwords are switched off; 429 after too many wrong passwords
 */
export async function signIn(ctx: SignInContext, proof: Proof): Promise<Entered | { readonly pending: PendingFactor }> {
  const { postgres, client, attempts } = ctx;
  const email = proof.by === 'password' ? proof.email : undefined;
  const forgive = email === undefined ? undefined : await attempts.begin('password', client.address, email);
  const proven = proof.by === 'link' ? undefined : await findOwner(ctx, proof);
  if (proof.by === 'password' && proven !== undefined) await requirePasswordAllowed(ctx, proven, forgive);
  const result = await postgres.transaction(async (tx) => {
    const owner = proof.by === 'link' ? await takeLink(tx, ctx, proof.token) : proven;
    if (owner === undefined) return undefined;
    const isWhole = proof.by === 'passkey' || !('userId' in owner);
    const pending = isWhole ? undefined : await beginPending(tx, ctx, { userId: owner.userId, beganBy: proof.by });
    return pending ? { pending } : await enter(tx, ctx, { path: '/api/session', owner, subject: { by: proof.by } });
  });
  if (result === undefined) {
    await recordSign(postgres, ctx, { path: '/api/session', who: undefined, subject: { by: proof.by, email } });
    throw refused();
  }
  await forgive?.();
  if (!('pending' in result) && ctx.caller.session !== undefined) ctx.forgetKey(ctx.caller.session.id);
  return result;
}

/** @throws AppError 403 for a person whose password was right, where only a provider signs in */
async function requirePasswordAllowed(ctx: SignInContext, owner: SessionOwner, forgive: (() => Promise<void>) | undefined): Promise<void> {
  if (!('userId' in owner) || !(await isPasswordRefused(ctx.postgres, owner.userId))) return;
  await forgive?.();
  await recordSign(ctx.postgres, ctx, { path: '/api/session', who: undefined, subject: { by: 'password', refused: owner.userId } });
  throw new AppError('forbidden', 'Password sign-in is off', {
    message: 'Your organization has switched passwords off.',
    hint: 'Sign in by its identity provider: enter your e-mail address, and the page shows it.',
  });
}

/** One answer to whatever is wrong: it does not tell who has an account. */
export function refused(): AppError {
  return new AppError('unauthorized', 'Unauthorized', {
    message: 'What was sent does not sign you in.',
    hint: '`sightline users reset <email>` makes a new password, `sightline users sign-in-link` a link that is good for one time.',
  });
}

async function findOwner(ctx: SignInContext, proof: Exclude<Proof, { by: 'link' }>): Promise<SessionOwner | undefined> {
  const { postgres, clock, client } = ctx;
  if (proof.by === 'passkey') {
    const passkey = await verifyPasskey(ctx, proof.response, { purpose: 'sign_in', userId: null });
    return passkey && { userId: passkey.userId };
  }
  if (proof.by === 'api_key') {
    const key = await findKeyRecord(postgres, hashKey(proof.apiKey));
    return key !== undefined && isValid(key, clock.realNow()) ? { apiKeyId: key.id } : undefined;
  }
  const user = await findUserByEmail(postgres, proof.email);
  const isRight = await isPassword(proof.password, user?.passwordHash, client.address);
  return user !== undefined && isRight ? { userId: user.id } : undefined;
}

async function takeLink(tx: Transaction, { clock }: SignInContext, token: string): Promise<SessionOwner | undefined> {
  const userId = await takeSignInLink(tx, hashKey(token), new Date(clock.realNow()));
  return userId === undefined ? undefined : { userId };
}
