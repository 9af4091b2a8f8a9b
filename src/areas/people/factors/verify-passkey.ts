import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { RequestContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { useChallenge } from './passkey-challenge.ts';
import { findSite, type Site } from './site.ts';
import { findPasskey, usePasskey, type Passkey } from './store/passkeys.ts';
import type { Challenge } from './store/waiting.ts';

export type PasskeyContext = Pick<RequestContext, 'postgres' | 'clock' | 'config' | 'client' | 'log'>;

/** The library takes 60 ms to load, and few calls need it. */
export const loadLibrary = async () => await import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256: what authenticators have. Node.js has those after quantum computers as an experiment only. */
export const ALGORITHMS = [-8, -7, -257];

/** What the browser says that the authenticator has signed, as far as it is read here. */
const ClientData = z.object({ challenge: z.string().min(1).max(200), crossOrigin: z.boolean().optional() });

/** What a new passkey brings. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

/** Reads the answer of an authenticator that made a passkey. @returns undefined for whatever is wrong with it */
export async function verifyRegistration(
  ctx: PasskeyContext,
  response: RegistrationResponseJSON,
  userId: string,
): Promise<NewPasskey | undefined> {
  const made = await verify(ctx, response.response.clientDataJSON, { purpose: 'register', userId }, async (expected) => {
    const { verifyRegistrationResponse } = await loadLibrary();
    return await verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs: ALGORITHMS });
  });
  if (!made?.verified) return undefined;
  const { credential, credentialBackedUp } = made.registrationInfo;
  const { id, publicKey, counter, transports = [] } = credential;
  return { credentialId: id, publicKey, counter, transports, isSynced: credentialBackedUp };
}

/**
 * Finds whose passkey has signed, and notes its use.
 * @param use what the challenge was made for; `userId` null: who signs in is not known yet
 * @returns undefined for whatever is wrong: origin, challenge, user verification, signature, a counter that went back, a passkey of others
 */
export async function verifyPasskey(
  ctx: PasskeyContext,
  response: AuthenticationResponseJSON,
  use: Omit<Challenge, 'hash'>,
): Promise<Passkey | undefined> {
  const passkey = await findPasskey(ctx.postgres, response.id);
  const proved = await verify(ctx, response.response.clientDataJSON, use, async (expected) => {
    if (passkey === undefined || !isOf(passkey, use.userId, response.response.userHandle)) return undefined;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { publicKey, counter } = passkey;
    return await verifyAuthenticationResponse({ ...expected, response, credential: { id: passkey.credentialId, publicKey, counter } });
  });
  if (passkey === undefined || !proved?.verified) return undefined;
  const { newCounter: counter } = proved.authenticationInfo;
  const isUsed = await usePasskey(ctx.postgres, { id: passkey.id, counter, now: new Date(ctx.clock.realNow()) });
  return isUsed ? passkey : undefined;
}

interface Expected {
  readonly expectedChallenge: string;
  readonly expectedOrigin: Site['origin'];
  readonly expectedRPID: Site['rpId'];
  readonly requireUserVerification: true;
}

/** The challenge is used up whether or not the rest is right. What the library throws is what is wrong, and goes into the log only. */
async function verify<Verified>(
  ctx: PasskeyContext,
  clientDataJson: string,
  use: Omit<Challenge, 'hash'>,
  check: (expected: Expected) => Promise<Verified>,
): Promise<Verified | undefined> {
  const site = findSite(ctx);
  const clientData = readClientData(clientDataJson);
  if (clientData === undefined || clientData.crossOrigin === true) return undefined;
  if (!(await useChallenge(ctx, clientData.challenge, use))) return undefined;
  try {
    return await check({
      expectedChallenge: clientData.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    });
  } catch (error) {
    ctx.log.info({ error: messageOf(error) }, 'refused a passkey');
    return undefined;
  }
}

function readClientData(text: string): z.infer<typeof ClientData> | undefined {
  try {
    return ClientData.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

function isOf(passkey: Passkey, userId: string | null, userHandle: string | undefined): boolean {
  if (userId !== null && passkey.userId !== userId) return false;
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === passkey.userId;
}
