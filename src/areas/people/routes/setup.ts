import { defineEndpoint, type AppEndpoint } from '#context';
import { makeSessionCookie } from '#http/callers/session-cookie.ts';
import { SESSION_MS } from '../begin-session.ts';
import { isSetUpNeeded, setUp } from '../set-up.ts';
import { SessionResponse, SetupBody, SetupResponse, toSessionBody } from '../wire/sessions.ts';

const common = { spec: '5', area: 'people', access: 'session', path: '/api/setup' } as const;

const getSetup = defineEndpoint({
  ...common,
  method: 'GET',
  summary: 'Whether the console has no owner yet',
  responses: { 200: SetupResponse },
  handle: async (ctx) => ({ status: 200, body: { success: true, needed: await isSetUpNeeded(ctx) } }),
});

const postSetup = defineEndpoint({
  ...common,
  method: 'POST',
  summary: 'Become the first owner, and sign in',
  description: 'With the token of the link that the service prints at its start while there is no owner. It is good for one time.',
  idempotent: false,
  body: SetupBody,
  responses: { 201: SessionResponse },
  failures: ['unauthorized', 'conflict'],
  handle: async (ctx, { body }) => {
    const { session, token } = await setUp(ctx, body);
    return {
      status: 201,
      body: { success: true, authenticated: true, kind: 'user' as const, session: toSessionBody(session, session.id) },
      headers: { 'set-cookie': makeSessionCookie(ctx.config.publicUrl).write(token, SESSION_MS) },
    };
  },
});

export const setupEndpoints: AppEndpoint[] = [getSetup, postSetup];
