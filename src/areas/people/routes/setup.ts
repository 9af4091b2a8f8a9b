import { defineEndpoint, type AppEndpoint } from '#context';
import { isSetUpNeeded, setUp } from '../set-up.ts';
import { SessionResponse, SetupBody, SetupResponse } from '../wire/sessions.ts';
import { toSignedIn } from './signed-in.ts';

const common = { spec: '5', area: 'people', access: 'session', path: '/api/setup', worksWithoutFactor: true } as const;

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
  handle: async (ctx, { body }) => toSignedIn(ctx, await setUp(ctx, body)),
});

export const setupEndpoints: AppEndpoint[] = [getSetup, postSetup];
