import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { listMails } from './list-mails.ts';
import { sendTest } from './send-test.ts';
import { MailsQuery, MailsResponse, SentMailResponse, TestMailBody, toMailsBody } from './wire.ts';

const common = { spec: '5', area: 'mail', access: 'admin' } as const;

const getMails = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'What became of mails, newest first',
  description: 'Of the last 90 days. What a mail said is not kept.',
  query: MailsQuery,
  responses: { 200: MailsResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { mails, total } = await listMails(ctx, query);
    return { status: 200, body: toMailsBody(mails, query, { total, isConfigured: ctx.mail.isConfigured }) };
  },
});

const postTestMail = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/mails/test',
  summary: 'Send a mail to try the mail server out',
  description: 'That it was taken is no proof that it arrives: look for it, and run the checks of `GET /api/admin/doctor`.',
  body: TestMailBody,
  responses: { 202: SentMailResponse },
  failures: ['not_configured'],
  subjectOf: (_input, answer) => ('id' in answer ? { id: answer.id } : {}),
  handle: async (ctx, { body: { to } }) => {
    requireUnbound(ctx.caller);
    return { status: 202, body: { success: true, id: await sendTest(ctx, to) } };
  },
});

export const endpoints: AppEndpoint[] = [getMails, postTestMail];
