/** Mail to people: sent durably, and what became of it. */
import { defineArea } from '#area/index.ts';
import { mailPrune } from './mail-prune.workflow.ts';
import { mailSend } from './mail-send.workflow.ts';
import { mailQueue } from './queues.ts';
import { listEndpoints } from './lists/routes.ts';
import { endpoints } from './routes.ts';
import { tables } from './tables.ts';

export { renderMail, type MailBlock, type MailContent, type RenderedMail } from './render-mail.ts';
export { endMailList, keepMailList, type KeepingContext } from './lists/keep-list.ts';
export { isReached, listAddressStates, type StatedAddress } from './lists/list-states.ts';
export { ADDRESS_STATES, type MailList } from './lists/mail-list.ts';
export { sendToList } from './lists/send-to-list.ts';
export { findMails, sendMail } from './send-mail.ts';

export const mail = defineArea({
  name: 'mail',
  summary: 'Mail to people: what became of it, and trying the mail server out.',
  endpoints: [...endpoints, ...listEndpoints],
  workflows: [mailSend, mailPrune],
  queues: [mailQueue],
  schedules: [{ name: 'mail-prune', cron: '40 3 * * *', workflow: 'mail-prune', input: {} }],
  tables,
});
