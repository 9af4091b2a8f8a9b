import type { Clock } from '#kernel/clock.ts';
import { toDomain } from './address.ts';
import { toMailError } from './mail-errors.ts';
import type { MailDoor, OutgoingMail } from './index.ts';
import { noMail } from './no-mail.ts';
import type { SmtpSettings } from './settings.ts';

const TIMEOUT_MS = 20_000;
const SUBJECT_LENGTH_MAX = 250;
const LIST_ID = /^\w{1,100}$/u;

export interface MailDoorOptions {
  readonly clock: Pick<Clock, 'realNow'>;
  readonly settings: SmtpSettings | undefined;
  /** For each silence of the server; 20 s unless a test says otherwise. */
  readonly timeoutMs?: number;
}

/** The only user of `nodemailer`, which is loaded with the first mail. */
export function makeMailDoor({ clock, settings, timeoutMs = TIMEOUT_MS }: MailDoorOptions): MailDoor {
  const use = async (work: (transport: Transport, from: SmtpSettings['from']) => Promise<unknown>): Promise<void> => {
    if (settings === undefined) throw noMail();
    const transport = await openTransport(settings, timeoutMs);
    try {
      await work(transport, settings.from);
    } catch (error) {
      throw toMailError(error);
    } finally {
      transport.close();
    }
  };
  return {
    isConfigured: settings !== undefined,
    from: settings?.from,
    send: (id, mail) => use((transport, from) => transport.sendMail(toMessage({ id, mail, from, date: new Date(clock.realNow()) }))),
    check: () => use((transport) => transport.verify()),
  };
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

/** No file and no address is ever read for a mail: it is made of the texts that it is given. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

async function openTransport({ host, port, user, password, tls, ca }: SmtpSettings, timeoutMs: number) {
  const [{ createTransport }, { rootCertificates }] = [await import('nodemailer'), await import('node:tls')];
  return createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // What is on this machine is found by its name too.
    allowInternalNetworkInterfaces: true,
    logger: false,
    ...CLOSED,
  });
}

interface Parts {
  readonly id: string;
  readonly mail: OutgoingMail;
  readonly from: SmtpSettings['from'];
  readonly date: Date;
}

function toMessage({ id, mail, from, date }: Parts) {
  const { to, replyTo, subject, text, html } = mail;
  return {
    ...CLOSED,
    from: toValue(from),
    to: toValue(to),
    // Beside the headers, so that nothing in them makes another receiver.
    envelope: { from: from.address, to: [to.address] },
    ...(replyTo === undefined ? {} : { replyTo: toValue(replyTo) }),
    subject: toLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    date,
    messageId: `<${id}@${toDomain(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...toListHeaders(mail, from) },
  };
}

function toValue({ name = '', address }: SmtpSettings['from']): { name: string; address: string } {
  return { name, address };
}

function toLine(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_LENGTH_MAX);
}

function toListHeaders({ unsubscribeUrl, listId, listName = '' }: OutgoingMail, from: SmtpSettings['from']): Record<string, string> {
  const name = toLine(listName)
    .replaceAll(/[^\p{L}\p{N} _.-]/gu, ' ')
    .trim();
  return {
    ...(unsubscribeUrl === undefined
      ? {}
      : { 'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    ...(listId === undefined || !LIST_ID.test(listId)
      ? {}
      : { 'List-Id': `${name === '' ? '' : `${name} `}<${listId}.${toDomain(from)}>` }),
  };
}
