import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { postMeFactorsPasskeysOptions, postSessionPasskey, type NewPasskey, type SignedByPasskey } from '#client';
import { ask } from './answers.ts';
import { ApiError, STOPPED } from './api-error.ts';
import { askOnce } from './ask-once.ts';

/** Whether this browser, at this address, has passkeys. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/**
 * Has a passkey sign: to sign in without a name, for a sign-in that wants a second factor, or as a proof of who is signed in.
 * @param token of the sign-in that wants a second factor
 * @throws ApiError what the service or the browser said
 */
export async function signWithPasskey(token?: string): Promise<SignedByPasskey> {
  const { options } = await askOnce(postSessionPasskey, { body: token === undefined ? {} : { token } });
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await ofBrowser(() => startAuthentication({ optionsJSON }))) as SignedByPasskey;
}

/** Has the browser make a passkey. @throws ApiError what the service or the browser said */
export async function makePasskey(): Promise<NewPasskey> {
  const { options } = await ask(postMeFactorsPasskeysOptions, {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await ofBrowser(() => startRegistration({ optionsJSON }))) as NewPasskey;
}

/** What browsers refuse with, by the name of their error. */
const REFUSALS: Readonly<Record<string, { readonly message: string; readonly hint: string }>> = {
  InvalidStateError: {
    message: 'This device has a passkey for this account already.',
    hint: 'Use another device, or remove that passkey first.',
  },
  SecurityError: {
    message: 'The browser uses passkeys only at the address that they belong to.',
    hint: 'Open the service by its public address; without one at http://localhost.',
  },
  NotAllowedError: {
    message: 'The passkey was not used.',
    hint: 'It was cancelled, took too long, or this device has none for this account.',
  },
};

async function ofBrowser(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
    throw new ApiError({ status: STOPPED, body: REFUSALS[name] ?? { message } });
  }
}
