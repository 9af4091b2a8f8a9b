import { z } from 'zod';
import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { makeSessionCookie } from '#http/callers/session-cookie.ts';
import { AppError } from '#kernel/errors.ts';
import { SESSION_MS } from '../../begin-session.ts';
import { listIdentities, unlinkIdentity } from '../identities/manage-identities.ts';
import { clearFailure, findFailure, writeFailure } from '../flow/cookies.ts';
import { finishFlow, SIGN_IN_PAGE } from '../flow/finish.ts';
import { listProviders, startLink, startSignIn } from '../flow/start.ts';
import {
  BeginBody,
  BeginParams,
  BeginQuery,
  BegunResponse,
  CallbackQuery,
  IdentityListResponse,
  IdentityParams,
  LinkBody,
  ShownQuery,
  ShownResponse,
  toIdentityBody,
  toShownBody,
  UnlinkedResponse,
} from '../wire/sign-in.ts';

const common = { spec: '5', area: 'people' } as const;
const open = { ...common, access: 'session', worksWithoutFactor: true } as const;
const ofPerson = { ...common, access: 'person' } as const;
const PATH = '/api/session/oidc';

const getProviders = defineEndpoint({
  ...open,
  method: 'GET',
  path: PATH,
  summary: 'Identity providers that the sign-in page shows',
  description: 'Those that are listed; with an e-mail address those that speak for its domain.',
  query: ShownQuery,
  responses: { 200: ShownResponse },
  handle: async (ctx, { query: { email } }) => {
    const failure = findFailure(ctx);
    return {
      status: 200,
      body: { success: true, providers: (await listProviders(ctx, email)).map(toShownBody), failure: failure ?? null },
      ...(failure === undefined ? {} : { headers: { 'set-cookie': clearFailure(ctx) } }),
    };
  },
});

/** A link of the sign-in page leads on in any case: a provider that is gone or away is said there. */
async function leadToProvider(ctx: RequestContext, providerId: string, returnTo: string) {
  try {
    const { url, cookie } = await startSignIn(ctx, providerId, { returnTo });
    return { location: url, cookie };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { location: SIGN_IN_PAGE, cookie: writeFailure(ctx, 'unavailable') };
  }
}

const getBegin = defineEndpoint({
  ...open,
  method: 'GET',
  path: `${PATH}/{provider_id}`,
  summary: 'Go to an identity provider to sign in',
  params: BeginParams,
  query: BeginQuery,
  contentType: 'text/html; charset=utf-8',
  responses: { 302: z.string().meta({ description: 'The address of the provider is in `Location`, or the sign-in page.' }) },
  handle: async (ctx, { params, query }) => {
    const { location, cookie } = await leadToProvider(ctx, params.provider_id, query.return_to);
    return { status: 302, body: '', headers: { location, 'set-cookie': cookie, 'cache-control': 'no-store' } };
  },
});

const postBegin = defineEndpoint({
  ...open,
  method: 'POST',
  path: `${PATH}/{provider_id}`,
  summary: 'Begin a sign-in at an identity provider',
  description:
    'For pages that go there themselves, and for those who accept an invitation. It is good for one time, this browser and ten minutes.',
  idempotent: false,
  params: BeginParams,
  body: BeginBody,
  responses: { 201: BegunResponse },
  failures: ['not_found', 'provider_failed'],
  handle: async (ctx, { params, body }) => {
    const { url, cookie } = await startSignIn(ctx, params.provider_id, {
      returnTo: body.return_to,
      invitation: body.invitation ?? undefined,
    });
    return { status: 201, body: { success: true, url }, headers: { 'set-cookie': cookie } };
  },
});

const getCallback = defineEndpoint({
  ...open,
  method: 'GET',
  path: `${PATH}/callback`,
  summary: 'Come back from an identity provider',
  description:
    'Providers send the browser here. It goes on to where it began, or to the sign-in page, which asks `GET /api/session/oidc` why: the address says nothing of it.',
  query: CallbackQuery,
  contentType: 'text/html; charset=utf-8',
  responses: { 302: z.string().meta({ description: 'A page of the console is in `Location`.' }) },
  handle: async (ctx, { query }) => {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    const { returnTo, begun, failure } = await finishFlow(ctx, Object.fromEntries(given));
    const cookie = begun && makeSessionCookie(ctx.config.publicUrl).write(begun.token, SESSION_MS);
    const setCookie = failure === undefined ? cookie : writeFailure(ctx, failure);
    const headers = { location: returnTo, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    return { status: 302, body: '', headers: setCookie === undefined ? headers : { ...headers, 'set-cookie': setCookie } };
  },
});

const getIdentities = defineEndpoint({
  ...ofPerson,
  method: 'GET',
  path: '/api/me/identities',
  summary: 'As who the person who asks is known to identity providers',
  responses: { 200: IdentityListResponse },
  handle: async (ctx) => ({ status: 200, body: { success: true, identities: (await listIdentities(ctx)).map(toIdentityBody) } }),
});

const postIdentity = defineEndpoint({
  ...ofPerson,
  method: 'POST',
  path: '/api/me/identities',
  summary: 'Begin to link an identity at a provider',
  description: 'The browser signs in at `url`; whose identity comes back is the person who asks from then on, up to 20.',
  idempotent: false,
  audited: true,
  body: LinkBody,
  responses: { 201: BegunResponse },
  failures: ['not_found', 'provider_failed'],
  handle: async (ctx, { body }) => {
    const { url, cookie } = await startLink(ctx, body.provider_id, body.return_to);
    return { status: 201, body: { success: true, url }, headers: { 'set-cookie': cookie } };
  },
});

const deleteIdentity = defineEndpoint({
  ...ofPerson,
  method: 'DELETE',
  path: '/api/me/identities/{identity_id}',
  summary: 'Unlink an identity',
  description: 'Its provider signs the person in no more.',
  audited: true,
  params: IdentityParams,
  responses: { 200: UnlinkedResponse },
  failures: ['conflict'],
  handle: async (ctx, { params }) => {
    await unlinkIdentity(ctx, params.identity_id);
    return { status: 200, body: { success: true } };
  },
});

export const signInByOthersEndpoints: AppEndpoint[] = [
  getProviders,
  getBegin,
  postBegin,
  getCallback,
  getIdentities,
  postIdentity,
  deleteIdentity,
];
