import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { resetFactorsByEmail } from '../factors/reset-factors.ts';
import { ResetFactorsBody, ResetFactorsResponse, toResetBody } from '../factors/wire/factors.ts';
import { listUsers } from '../list-users.ts';
import { resetPassword } from '../reset-password.ts';
import { makeNextSetupLink } from '../set-up.ts';
import { makeSignInLink } from '../sign-in-links.ts';
import {
  ResetBody,
  ResetResponse,
  SetupLinkResponse,
  SignInLinkBody,
  SignInLinkResponse,
  toUserBody,
  UserListResponse,
} from '../wire/users.ts';

const common = { spec: '5', area: 'people', access: 'admin' } as const;
const secret = { ...common, method: 'POST', hasSecretReply: true, needsStepUp: true } as const;

const getUsers = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/users',
  summary: 'People who may sign in to the console, the first ones first',
  responses: { 200: UserListResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: { success: true, users: (await listUsers(ctx)).map(toUserBody) } };
  },
});

const postSignInLink = defineEndpoint({
  ...secret,
  path: '/api/admin/users/sign-in-link',
  summary: 'Make a link that signs a person in, good for one time and ten minutes',
  body: SignInLinkBody,
  responses: { 201: SignInLinkResponse },
  subjectOf: (_input, { email }) => ({ email }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const { user, link, endsAt } = await makeSignInLink(ctx, body.email ?? undefined);
    return { status: 201, body: { success: true, email: user.email, link, ends_at: endsAt.toISOString() } };
  },
});

const postReset = defineEndpoint({
  ...secret,
  path: '/api/admin/users/reset-password',
  summary: 'Give a person a new password',
  description: 'It is shown in this answer only. Ends all sessions of the person.',
  body: ResetBody,
  responses: { 201: ResetResponse },
  subjectOf: (_input, { email, sessions_ended }) => ({ email, sessions_ended }),
  handle: async (ctx, { body: { email } }) => {
    requireUnbound(ctx.caller);
    const { password, ended } = await resetPassword(ctx, email);
    return { status: 201, body: { success: true, email, password, sessions_ended: ended } };
  },
});

const postResetFactors = defineEndpoint({
  ...secret,
  hasSecretReply: false,
  path: '/api/admin/users/reset-factors',
  summary: 'Take every second factor from a person',
  description: 'For who has lost a device and the recovery codes. Ends all sessions of the person.',
  body: ResetFactorsBody,
  responses: { 200: ResetFactorsResponse },
  subjectOf: ({ body: { email } }, { had_app, passkeys_removed, sessions_ended }) => ({ email, had_app, passkeys_removed, sessions_ended }),
  handle: async (ctx, { body: { email } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toResetBody(await resetFactorsByEmail(ctx, email)) };
  },
});

const postSetupLink = defineEndpoint({
  ...secret,
  path: '/api/admin/setup-link',
  summary: 'Make another link for the first owner of the console',
  description: 'The one before is good no more. 409 when there is an owner.',
  responses: { 201: SetupLinkResponse },
  failures: ['conflict'],
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 201, body: { success: true, link: await makeNextSetupLink(ctx) } };
  },
});

export const userEndpoints: AppEndpoint[] = [getUsers, postSignInLink, postReset, postResetFactors, postSetupLink];
