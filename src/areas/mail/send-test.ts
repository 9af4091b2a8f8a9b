import type { AppContext } from '#context';
import { renderMail } from './render-mail.ts';
import { sendMail } from './send-mail.ts';

const TEXT = 'This mail was sent by hand to try the mail server out. It came through: nothing is to be done.';

/** Sends a mail to try the server out. @returns its id @throws as `sendMail` */
export async function sendTest(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'secrets' | 'mail'>,
  address: string,
): Promise<string> {
  const subject = 'A test of the mail server';
  const footer = { reason: 'You get this because an operator entered your address.' };
  const mail = renderMail({ subject, title: subject, lead: TEXT, blocks: [], footer });
  return await ctx.postgres.transaction((tx) => sendMail(ctx, tx, { kind: 'test', organizationId: null, to: { address }, ...mail }));
}
