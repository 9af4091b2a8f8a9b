import type { AppContext } from '#context';
import { sendMail } from './send-mail.ts';

const TEXT = 'This mail was sent by hand to try the mail server out. It came through: nothing is to be done.';

/** Sends a mail to try the server out. @returns its id @throws as `sendMail` */
export async function sendTest(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'secrets' | 'mail'>,
  address: string,
): Promise<string> {
  return await ctx.postgres.transaction((tx) =>
    sendMail(ctx, tx, { kind: 'test', organizationId: null, to: { address }, subject: 'A test of the mail server', text: TEXT }),
  );
}
