/** Mail to people: sent durably, and what became of it. */
import { defineArea } from '#area/index.ts';
import { mailPrune } from './mail-prune.workflow.ts';
import { mailSend } from './mail-send.workflow.ts';
import { mailQueue } from './queues.ts';
import { endpoints } from './routes.ts';
import { tables } from './tables.ts';

export { findMails, sendMail } from './send-mail.ts';

export const mail = defineArea({
  name: 'mail',
  summary: 'Mail to people: what became of it, and trying the mail server out.',
  endpoints,
  workflows: [mailSend, mailPrune],
  queues: [mailQueue],
  schedules: [{ name: 'mail-prune', cron: '40 3 * * *', workflow: 'mail-prune', input: {} }],
  tables,
});
