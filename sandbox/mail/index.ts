import type { ControlTools } from '../control/tools.ts';
import { makeMailbox } from './mailbox.ts';
import { makeNameTable } from './names.ts';
import { startMailServer, type MailServerTools } from './server.ts';

/** The mail server with its mailbox, and the records of names that receivers of mail look at. */
export async function openMail(
  host: string,
  tools: Omit<MailServerTools, 'mailbox'>,
): Promise<Pick<ControlTools, 'mailbox' | 'names' | 'smtpUrl'> & { close(): Promise<void> }> {
  const mailbox = makeMailbox();
  const { url: smtpUrl, close } = await startMailServer(host, { ...tools, mailbox });
  return { mailbox, names: makeNameTable(), smtpUrl, close };
}
