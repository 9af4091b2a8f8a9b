import type { RequestContext } from '#context';
import { hashKey, isValid } from '#http/auth.ts';
import { AppError } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { SessionOwner } from './account.ts';
import { beginSession, type BegunSession } from './begin-session.ts';
import { isPassword } from '#http/callers/password.ts';
import { recordSign } from './record-sign.ts';
import { findKeyRecord } from './store/keys.ts';
import { takeSignInLink } from './store/links.ts';
import { deleteSessionById } from './store/sessions.ts';
import { findUserByEmail } from './store/users.ts';

/** What proves who signs in. */
export type Proof =
  | { readonly by: 'password'; readonly email: string; readonly password: string }
  | { readonly by: 'api_key'; readonly apiKey: string }
  | { readonly by: 'link'; readonly token: string };

type SignInContext = Pick<RequestContext, 'postgres' | 'clock' | 'client' | 'live' | 'requestId' | 'attempts' | 'caller' | 'forgetKey'>;

/**
 * Begins a session in place of the one that the browser had.
 * @throws AppError 401 with the same words and after the same work whatever is wrong; 429 after too many wrong passwords
 */
export async function signIn(ctx: SignInContext, proof: Proof): Promise<BegunSession & { readonly owner: SessionOwner }> {
  const { postgres, client, attempts } = ctx;
  const email = proof.by === 'password' ? proof.email : undefined;
  const forgive = email === undefined ? undefined : await attempts.begin('password', client.address, email);
  const proven = proof.by === 'link' ? undefined : await findOwner(ctx, proof);
  const begun = await postgres.transaction(async (tx) => {
    const owner = proof.by === 'link' ? await takeLink(tx, ctx, proof.token) : proven;
    if (owner === undefined) return undefined;
    const session = await beginSession(tx, ctx, owner);
    if (ctx.caller.session !== undefined) await deleteSessionById(tx, ctx.caller.session.id);
    await recordSign(tx, ctx, { path: '/api/session', who: toActor(owner), subject: { by: proof.by, session_id: session.session.id } });
    return { ...session, owner };
  });
  if (begun === undefined) {
    await recordSign(postgres, ctx, { path: '/api/session', who: undefined, subject: { by: proof.by, email } });
    throw refused();
  }
  await forgive?.();
  if (ctx.caller.session !== undefined) ctx.forgetKey(ctx.caller.session.id);
  return begun;
}

/** One answer to whatever is wrong: it does not tell who has an account. */
export function refused(): AppError {
  return new AppError('unauthorized', 'Unauthorized', {
    message: 'What was sent does not sign you in.',
    hint: '`sightline users reset <email>` makes a new password, `sightline users sign-in-link` a link that is good for one time.',
  });
}

async function findOwner(
  { postgres, clock, client }: SignInContext,
  proof: Exclude<Proof, { by: 'link' }>,
): Promise<SessionOwner | undefined> {
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

function toActor(owner: SessionOwner): { readonly kind: 'user' | 'key'; readonly id: string } {
  return 'userId' in owner ? { kind: 'user', id: owner.userId } : { kind: 'key', id: owner.apiKeyId };
}
