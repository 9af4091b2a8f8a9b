import { defineEndpoint, type AppEndpoint } from '#context';
import { addPasskey, beginPasskey } from '../add-passkey.ts';
import { confirmTotp, dropPasskey, dropTotp, renamePasskey, renewOwnCodes, startTotp } from '../change-factors.ts';
import { getOwnFactors } from '../list-factors.ts';
import {
  AddPasskeyResponse,
  CodeBody,
  DoneResponse,
  FactorsResponse,
  FirstFactorResponse,
  RecoveryCodesResponse,
  toFactorsBody,
  TotpResponse,
} from '../wire/factors.ts';
import { AddPasskeyBody, OptionsResponse, PasskeyParams, RenamePasskeyBody, toPasskeyBody } from '../wire/passkeys.ts';

const own = { spec: '5', area: 'people', access: 'person', worksWithoutFactor: true } as const;
/** Changes ask once more who it is: with a session alone a thief of it could keep the owner out. */
const change = { ...own, needsStepUp: true, audited: true, idempotent: false } as const;

const getFactors = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/me/factors',
  summary: 'The second factors of the person who asks',
  responses: { 200: FactorsResponse },
  handle: async (ctx) => ({ status: 200, body: toFactorsBody(await getOwnFactors(ctx)) }),
});

const postTotp = defineEndpoint({
  ...change,
  method: 'POST',
  path: '/api/me/factors/totp',
  summary: 'Make a secret for an authenticator app',
  description: 'It counts when a code of it is sent to `/api/me/factors/totp/confirm`; the app before counts until then.',
  hasSecretReply: true,
  responses: { 201: TotpResponse },
  handle: async (ctx) => ({ status: 201, body: { success: true, ...(await startTotp(ctx)) } }),
});

const postTotpConfirm = defineEndpoint({
  ...change,
  method: 'POST',
  path: '/api/me/factors/totp/confirm',
  summary: 'Have the authenticator app count whose code this is',
  hasSecretReply: true,
  body: CodeBody,
  responses: { 200: FirstFactorResponse },
  handle: async (ctx, { body: { code } }) => {
    const codes = await confirmTotp(ctx, code);
    return { status: 200, body: { success: true, recovery_codes: codes === undefined ? null : [...codes] } };
  },
});

const deleteTotp = defineEndpoint({
  ...change,
  method: 'DELETE',
  path: '/api/me/factors/totp',
  summary: 'Remove the authenticator app',
  description: 'Without another factor the recovery codes go with it.',
  responses: { 200: DoneResponse },
  handle: async (ctx) => {
    await dropTotp(ctx);
    return { status: 200, body: { success: true } };
  },
});

const postRecoveryCodes = defineEndpoint({
  ...change,
  method: 'POST',
  path: '/api/me/factors/recovery-codes',
  summary: 'Make ten recovery codes in the place of those before',
  hasSecretReply: true,
  responses: { 201: RecoveryCodesResponse },
  handle: async (ctx) => ({ status: 201, body: { success: true, recovery_codes: [...(await renewOwnCodes(ctx))] } }),
});

const postPasskeyOptions = defineEndpoint({
  ...change,
  audited: false,
  method: 'POST',
  path: '/api/me/factors/passkeys/options',
  summary: 'What a browser needs to make a passkey',
  responses: { 200: OptionsResponse },
  failures: ['not_configured'],
  handle: async (ctx) => ({ status: 200, body: { success: true, options: { ...(await beginPasskey(ctx)) } } }),
});

const postPasskey = defineEndpoint({
  ...change,
  method: 'POST',
  path: '/api/me/factors/passkeys',
  summary: 'Add a passkey',
  hasSecretReply: true,
  body: AddPasskeyBody,
  responses: { 201: AddPasskeyResponse },
  failures: ['not_configured'],
  subjectOf: (_input, { passkey: { id, name } }) => ({ id, name }),
  handle: async (ctx, { body }) => {
    const { passkey, recoveryCodes } = await addPasskey(ctx, { name: body.name, response: body.passkey });
    const codes = recoveryCodes === undefined ? null : [...recoveryCodes];
    return { status: 201, body: { success: true, passkey: toPasskeyBody(passkey), recovery_codes: codes } };
  },
});

const putPasskey = defineEndpoint({
  ...own,
  audited: true,
  method: 'PUT',
  path: '/api/me/factors/passkeys/{id}',
  summary: 'Give a passkey another name',
  params: PasskeyParams,
  body: RenamePasskeyBody,
  responses: { 200: DoneResponse },
  handle: async (ctx, { params, body }) => {
    await renamePasskey(ctx, params.id, body.name);
    return { status: 200, body: { success: true } };
  },
});

const deletePasskey = defineEndpoint({
  ...change,
  method: 'DELETE',
  path: '/api/me/factors/passkeys/{id}',
  summary: 'Remove a passkey',
  description: 'Without another factor the recovery codes go with it.',
  params: PasskeyParams,
  responses: { 200: DoneResponse },
  handle: async (ctx, { params }) => {
    await dropPasskey(ctx, params.id);
    return { status: 200, body: { success: true } };
  },
});

export const factorEndpoints: AppEndpoint[] = [
  getFactors,
  postTotp,
  postTotpConfirm,
  deleteTotp,
  postRecoveryCodes,
  postPasskeyOptions,
  postPasskey,
  putPasskey,
  deletePasskey,
];
