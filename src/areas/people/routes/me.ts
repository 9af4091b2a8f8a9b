import { defineEndpoint, type AppEndpoint } from '#context';
import { changePassword } from '../change-password.ts';
import { getMe } from '../get-me.ts';
import { MeResponse, PasswordBody, PasswordResponse, toMeBody } from '../wire/me.ts';

const common = { spec: '5', area: 'people' } as const;

const getMeEndpoint = defineEndpoint({
  ...common,
  access: 'key',
  worksWithoutFactor: true,
  method: 'GET',
  path: '/api/me',
  summary: 'Who asks, and what they see, in short',
  responses: { 200: MeResponse },
  handle: async (ctx) => ({ status: 200, body: toMeBody(await getMe(ctx), ctx.caller, ctx.config) }),
});

const postPassword = defineEndpoint({
  ...common,
  access: 'person',
  method: 'POST',
  path: '/api/me/password',
  summary: 'Change the password of the person who asks',
  description: 'Ends all their other sessions, and sign-in links that were not used.',
  idempotent: false,
  audited: true,
  body: PasswordBody,
  responses: { 200: PasswordResponse },
  subjectOf: (_input, { sessions_ended }) => ({ sessions_ended }),
  handle: async (ctx, { body }) => {
    const ended = await changePassword(ctx, { current: body.current_password ?? undefined, next: body.new_password });
    return { status: 200, body: { success: true, sessions_ended: ended } };
  },
});

export const meEndpoints: AppEndpoint[] = [getMeEndpoint, postPassword];
