import { defineEndpoint, type AppEndpoint } from '#context';
import { makeSessionCookie } from '#http/callers/session-cookie.ts';
import { endSession, findOwnSession, listSessions } from '../end-sessions.ts';
import { signOut } from '../oidc/flow/sign-out.ts';
import { signIn } from '../sign-in.ts';
import { actIn } from '../members/view-as.ts';
import {
  ActBody,
  CurrentSessionResponse,
  EndedResponse,
  SessionListResponse,
  SessionParams,
  SessionResponse,
  SignedOutResponse,
  SignInBody,
  toFactorNeeded,
  toProof,
  toSessionBody,
} from '../wire/sessions.ts';
import { toSignedIn } from './signed-in.ts';

const common = { spec: '5', area: 'people', worksWithoutFactor: true } as const;
const open = { ...common, access: 'session', path: '/api/session' } as const;
/** What every caller may do with what is their own. */
const own = { ...common, access: 'key', right: 'look' } as const;

const getSession = defineEndpoint({
  ...open,
  method: 'GET',
  summary: 'Whether the browser is signed in',
  responses: { 200: CurrentSessionResponse },
  handle: async (ctx) => {
    const session = await findOwnSession(ctx);
    const kind = session === undefined ? null : ctx.caller.kind === 'user' ? ('user' as const) : ('key' as const);
    const body = { success: true, authenticated: session !== undefined, kind, factor: null, sends_mail: ctx.mail.isConfigured };
    return { status: 200, body: { ...body, session: session === undefined ? null : toSessionBody(session, session.id) } };
  },
});

const postSession = defineEndpoint({
  ...open,
  method: 'POST',
  summary: 'Sign in',
  description:
    'With e-mail address and password, with an API key, which is not kept in the browser and ends the session when it ends, with a link that is good for one time, or with a passkey (`/api/session/passkey`). The session is in a cookie. A person with a second factor gets none yet, with status 200: `factor.token` is for `/api/session/factor`. A passkey is both factors. Whatever is wrong, the answer is the same. After 10 wrong passwords with one name, or 30 in all, an address waits 15 minutes; keys, links and passkeys do not.',
  idempotent: false,
  body: SignInBody,
  responses: { 200: SessionResponse, 201: SessionResponse },
  failures: ['unauthorized', 'not_configured'],
  handle: async (ctx, { body }) => {
    const entered = await signIn(ctx, toProof(body));
    return 'pending' in entered ? { status: 200, body: toFactorNeeded(entered.pending) } : toSignedIn(ctx, entered);
  },
});

const deleteSession = defineEndpoint({
  ...open,
  method: 'DELETE',
  summary: 'Sign out',
  description: 'Ends the session of the cookie in every process. Without a session nothing is done.',
  audited: true,
  responses: { 200: SignedOutResponse },
  handle: async (ctx) => {
    const signOutUrl = await signOut(ctx);
    return {
      status: 200,
      body: { success: true, sign_out_url: signOutUrl ?? null },
      headers: { 'set-cookie': makeSessionCookie(ctx.config.publicUrl).cleared },
    };
  },
});

const putSession = defineEndpoint({
  ...common,
  access: 'person',
  method: 'PUT',
  path: '/api/session',
  summary: 'Choose the organization in which the session acts',
  description: 'Null: an operator acts in the whole service. Ends a look through the eyes of a member.',
  audited: true,
  body: ActBody,
  responses: { 200: EndedResponse },
  subjectOf: ({ body: { organization_id } }) => ({ organization_id }),
  handle: async (ctx, { body }) => {
    await actIn(ctx, body.organization_id);
    return { status: 200, body: { success: true } };
  },
});

const getSessions = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/sessions',
  summary: 'The sessions of the person or key that asks, newest first',
  responses: { 200: SessionListResponse },
  handle: async (ctx) => {
    const sessions = await listSessions(ctx);
    return { status: 200, body: { success: true, sessions: sessions.map((one) => toSessionBody(one, ctx.caller.session?.id)) } };
  },
});

const deleteOneSession = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/sessions/{id}',
  summary: 'End a session',
  description:
    'One of the person or key that asks; with the scope `admin` also one of a key inside its binding, and without a binding any.',
  audited: true,
  params: SessionParams,
  responses: { 200: EndedResponse },
  handle: async (ctx, { params: { id } }) => {
    await endSession(ctx, id);
    return { status: 200, body: { success: true } };
  },
});

export const sessionEndpoints: AppEndpoint[] = [getSession, postSession, putSession, deleteSession, getSessions, deleteOneSession];
