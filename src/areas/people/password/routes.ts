import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { emailField, newPasswordField, secretField } from '../wire/sessions.ts';
import { askForPasswordLink } from './ask-for-link.ts';
import { resetByLink } from './reset-by-link.ts';

const open = { spec: '5', area: 'people', access: 'session', method: 'POST', idempotent: false, worksWithoutFactor: true } as const;

const ForgottenBody = z.object({ email: emailField() });
const ForgottenResponse = z.object({ success: z.boolean() });
const ResetBody = z.object({
  token: secretField().meta({ description: 'The text behind `#token=` of the link' }),
  password: newPasswordField(),
});
const ResetResponse = z.object({ success: z.boolean(), sessions_ended: z.int() });

const postForgotten = defineEndpoint({
  ...open,
  path: '/api/password/forgotten',
  summary: 'Have a link mailed to choose another password',
  description:
    'The answer and the work are the same for every address, and without mail (`sends_mail` of `GET /api/session`). The link is good for one time and 30 minutes; a person has at most three at a time. From one address of the network three requests for an address of mail are taken in 15 minutes, and ten in all.',
  body: ForgottenBody,
  responses: { 202: ForgottenResponse },
  handle: async (ctx, { body }) => {
    await askForPasswordLink(ctx, body.email);
    return { status: 202, body: { success: true } };
  },
});

const postReset = defineEndpoint({
  ...open,
  path: '/api/password/reset',
  summary: 'Choose another password by the link of a mail',
  description: 'Ends all sessions of the person. A second factor is asked for at the next sign-in as before.',
  body: ResetBody,
  responses: { 200: ResetResponse },
  handle: async (ctx, { body }) => ({ status: 200, body: { success: true, sessions_ended: await resetByLink(ctx, body) } }),
});

export const passwordEndpoints: AppEndpoint[] = [postForgotten, postReset];
