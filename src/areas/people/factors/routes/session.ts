import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { toSignedIn } from '../../routes/signed-in.ts';
import { SessionResponse } from '../../wire/sessions.ts';
import { askForPasskey } from '../add-passkey.ts';
import { completeSignIn, getPendingUser } from '../pending-sign-in.ts';
import { stepUp } from '../step-up.ts';
import type { Challenge } from '../store/waiting.ts';
import { AskForPasskeyBody, FactorBody, StepUpBody, StepUpResponse, toFactorProof, toStepUpProof } from '../wire/factors.ts';
import { OptionsResponse } from '../wire/passkeys.ts';

const open = { spec: '5', area: 'people', access: 'session', method: 'POST', idempotent: false, worksWithoutFactor: true } as const;

const postFactor = defineEndpoint({
  ...open,
  path: '/api/session/factor',
  summary: 'Complete a sign-in that wants a second factor',
  description:
    'With a code of an authenticator app, a recovery code or a passkey. Each is good for one time. A sign-in waits five minutes and takes five tries; after five wrong codes a person waits 15 minutes for the next one.',
  body: FactorBody,
  responses: { 201: SessionResponse },
  failures: ['unauthorized', 'not_configured'],
  handle: async (ctx, { body }) => toSignedIn(ctx, await completeSignIn(ctx, body.token, toFactorProof(body))),
});

const postPasskeyOptions = defineEndpoint({
  ...open,
  path: '/api/session/passkey',
  summary: 'What a browser needs to have a passkey sign',
  description:
    'With the token of a sign-in that wants a second factor, for that; else with a session, for `/api/session/step-up`; else to sign in without a name.',
  body: AskForPasskeyBody,
  responses: { 200: OptionsResponse },
  failures: ['unauthorized', 'not_configured'],
  handle: async (ctx, { body }) => {
    const options = await askForPasskey(ctx, await findUse(ctx, body.token ?? undefined));
    return { status: 200, body: { success: true, options: { ...options } } };
  },
});

async function findUse(ctx: RequestContext, token: string | undefined): Promise<Omit<Challenge, 'hash'>> {
  if (token !== undefined) return { purpose: 'factor', userId: await getPendingUser(ctx, token) };
  return ctx.caller.kind === 'user' ? { purpose: 'step_up', userId: ctx.caller.id } : { purpose: 'sign_in', userId: null };
}

const postStepUp = defineEndpoint({
  ...open,
  access: 'person',
  path: '/api/session/step-up',
  summary: 'Prove once more who you are',
  description:
    'With a password, a code, a recovery code or a passkey. For ten minutes calls are then answered that ask for it (`x-step-up`); signing in is such a proof too. Programs need none.',
  audited: true,
  body: StepUpBody,
  responses: { 200: StepUpResponse },
  failures: ['not_configured'],
  subjectOf: ({ body }) => ({ by: toStepUpProof(body).by }),
  handle: async (ctx, { body }) => {
    const endsAt = await stepUp(ctx, toStepUpProof(body));
    return { status: 200, body: { success: true, ends_at: endsAt.toISOString() } };
  },
});

export const factorSessionEndpoints: AppEndpoint[] = [postFactor, postPasskeyOptions, postStepUp];
