import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { requireRoom } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { requireOwnSignIn } from '../oidc/own-sign-in.ts';
import { findUserById } from '../store/users.ts';
import { lockFactors } from './change-factors.ts';
import { hasFactor, listFactors } from './list-factors.ts';
import { CHALLENGE_MS, makeChallenge } from './passkey-challenge.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { findSite } from './site.ts';
import { insertPasskey, listPasskeyRows, type Passkey } from './store/passkeys.ts';
import type { Challenge } from './store/waiting.ts';
import { ALGORITHMS, loadLibrary, verifyRegistration, type PasskeyContext } from './verify-passkey.ts';

/** A person's. */
export const PASSKEYS_MAX = 20;
const SITE_NAME = 'Sightline';

type OwnContext = PasskeyContext & Pick<RequestContext, 'caller' | 'forgetKey'>;

/** What the browser needs to make a passkey: without attestation, with user verification, to be found without a name. */
export async function beginPasskey(ctx: OwnContext): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireOwnSignIn(ctx.caller);
  const { postgres, caller } = ctx;
  const { rpId } = findSite(ctx);
  const user = await findUserById(postgres, caller.id);
  if (user === undefined) throw notFound('User');
  const passkeys = await listPasskeyRows(postgres, user.id);
  const { generateRegistrationOptions } = await loadLibrary();
  return await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: await makeChallenge(ctx, { purpose: 'register', userId: user.id }),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What the browser needs to have a passkey sign. @param use whose, and for what */
export async function askForPasskey(ctx: PasskeyContext, use: Omit<Challenge, 'hash'>): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { rpId } = findSite(ctx);
  const passkeys = use.userId === null ? [] : await listPasskeyRows(ctx.postgres, use.userId);
  const { generateAuthenticationOptions } = await loadLibrary();
  return await generateAuthenticationOptions({
    rpID: rpId,
    challenge: await makeChallenge(ctx, use),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(toDescriptor) }),
  });
}

function toDescriptor({ credentialId, transports }: Passkey): { id: string; transports: string[] } {
  return { id: credentialId, transports: [...transports] };
}

/**
 * Adds a passkey that an authenticator has made.
 * @returns it, with recovery codes where it is the person's first factor
 * @throws AppError 400 for an answer of another site, an old challenge or without user verification, 409 for a passkey that is there already,
 *   or the 21st
 */
export async function addPasskey(
  ctx: OwnContext,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] | undefined }> {
  const { postgres, clock, caller } = ctx;
  const made = await verifyRegistration(ctx, response, caller.id);
  if (made === undefined) throw invalid([{ path: 'passkey', message: 'was not made for this page, or took longer than five minutes' }]);
  const passkey = { ...made, id: newId('pky_'), userId: caller.id, name, createdAt: new Date(clock.realNow()), usedAt: null };
  const added = await postgres.transaction(async (tx) => {
    await lockFactors(tx, caller.id);
    const before = await listFactors(tx, caller.id);
    if (!(await insertPasskey(tx, passkey)))
      throw new AppError('conflict', 'Passkey is known', { message: 'This passkey has been added already.' });
    const count = async (): Promise<number> => before.passkeys.length + 1;
    const owner = { id: caller.id, title: 'A person' };
    await requireRoom(tx, { things: 'passkeys', owner, max: PASSKEYS_MAX, count, hint: 'Remove one that is not used.' });
    return { passkey, recoveryCodes: hasFactor(before) ? undefined : await renewRecoveryCodes(tx, caller.id) };
  });
  // Who was kept out for want of a factor comes in at once.
  ctx.forgetKey(caller.id);
  return added;
}
