import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { MailAddress } from './address.ts';
import type { SmtpSettings } from './settings.ts';

const TIMEOUT_MS = 10_000;
/** A name that no host has; the sandbox's records say that it may send. */
const FROM: MailAddress = { name: 'Sightline', address: 'sightline@sightline.example' };

/** The mailbox of a sandbox takes every mail, unless a mail server is set up. @returns undefined for a sandbox without one */
export async function findSandboxMail(sandboxUrl: string, from: MailAddress = FROM): Promise<SmtpSettings | undefined> {
  const response = await ask(`${sandboxUrl}/_sandbox/mail?to=none`);
  const answer = (await json(response)) as { smtp_url?: string };
  if (response.statusCode !== 200 || answer.smtp_url === undefined) return undefined;
  const { hostname, port } = new URL(answer.smtp_url);
  const host = hostname.replace(/^\[(.*)\]$/u, '$1');
  return { host, port: Number(port), user: undefined, password: undefined, tls: 'if_offered', ca: undefined, from };
}

/** As the clock is followed: before there are clients of outside services. */
function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }, resolve).on('error', reject);
  });
}
