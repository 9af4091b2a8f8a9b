import type { Config } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeSandboxControl } from '#providers/index.ts';
import { toDomain } from '#providers/mail/address.ts';
import { makeMailDoor } from '#providers/mail/make-mail-door.ts';
import { findSandboxMail } from '#providers/mail/sandbox-mail.ts';
import { isOnThisMachine, type SmtpSettings } from '#providers/mail/settings.ts';
import { makeNames, type Names } from '#providers/names.ts';
import { absent, ok, warning, wrong, type Finding } from './finding.ts';

const SERVER = 'mail server';
const SPF = 'mail sender (SPF)';
const DMARC = 'mail sender (DMARC)';
const TIMEOUT_MS = 10_000;

/** Whether the mail server takes a connection and the sign-in, and whether the domain of the sender may send. Sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  if (config.sandbox === 'start' && config.smtp === undefined)
    return [ok(SERVER, 'SANDBOX: a mailbox beside the service takes every mail')];
  const sandboxUrl = config.sandbox === 'start' ? undefined : config.sandbox;
  const settings = config.smtp ?? (sandboxUrl === undefined ? undefined : await findSandboxMail(sandboxUrl, config.mailFrom));
  if (settings === undefined) return describeNone(config);
  const http = makeHttpClient({
    logger: makeLogger('silent'),
    allowedPrivateOrigins: sandboxUrl === undefined ? [] : [new URL(sandboxUrl).origin],
  });
  try {
    const names = makeNames(sandboxUrl === undefined ? undefined : makeSandboxControl(http, sandboxUrl));
    const domain = toDomain(settings.from);
    return await Promise.all([checkServer(settings), checkSpf(names, domain), checkDmarc(names, domain)]);
  } finally {
    await http.close();
  }
}

function describeNone({ mailFrom }: Config): Finding[] {
  const set = 'Set SMTP_HOST and SMTP_FROM, with SMTP_USER and SMTP_PASSWORD, to send mail (docs/configuration.md, "Mail").';
  const text = mailFrom === undefined ? 'not set up' : 'SMTP_FROM is set, and no server';
  return [absent(SERVER, `${text}: links are shown once for copying, and nothing is mailed`, set)];
}

async function checkServer(settings: SmtpSettings): Promise<Finding> {
  const { host, port, tls, user } = settings;
  const place = `${host}:${port}`;
  try {
    await makeMailDoor({ clock: makeClock(), settings, timeoutMs: TIMEOUT_MS }).check();
  } catch (error) {
    return wrong(SERVER, `${place}: ${messageOf(error)}`, toRemedy(error, settings));
  }
  const signedIn = user === undefined ? 'takes connections; no sign-in is set' : 'takes the connection and the sign-in';
  const text = `${place} ${signedIn}`;
  if (tls !== 'if_offered' || isOnThisMachine(host)) return ok(SERVER, text);
  return warning(
    SERVER,
    `${text}; without TLS where the server offers none`,
    'Set SMTP_TLS to starttls or implicit: mail holds links that sign people in.',
  );
}

function toRemedy(error: unknown, { tls }: SmtpSettings): string {
  const kind = error instanceof OutsideError ? error.kind : undefined;
  if (kind === 'credentials_refused') return 'Check SMTP_USER and SMTP_PASSWORD: many providers want a password made for programs.';
  if (kind === 'blocked_address')
    return 'Certificates are always checked. Name the host as its certificate does, or put the certificate of your own authority into a file and name it in SMTP_CA_FILE.';
  const other = tls === 'implicit' ? 'starttls with port 587' : 'implicit with port 465';
  return `Check SMTP_HOST and SMTP_PORT, and that this machine may connect to them. If the server speaks TLS in the other way: SMTP_TLS=${other}.`;
}

async function checkSpf(names: Names, domain: string): Promise<Finding> {
  return await look(SPF, async () => {
    const found = (await names.listTexts(domain)).filter((text) => /^v=spf1(?:\s|$)/iu.test(text));
    if (found.length === 0)
      return warning(
        SPF,
        `${domain} does not say who may send for it`,
        `Add a TXT record to ${domain} that names your mail server, such as "v=spf1 mx -all"; your mail provider says which.`,
      );
    if (found.length > 1)
      return wrong(SPF, `${domain} has ${found.length} records, and receivers then heed none`, 'Join them into one TXT record.');
    return ok(SPF, `${domain}: ${found[0] ?? ''}. Whether it names your mail server is not looked at`);
  });
}

async function checkDmarc(names: Names, domain: string): Promise<Finding> {
  return await look(DMARC, async () => {
    const labels = domain.split('.');
    // Of the domain itself, else of the one above it.
    for (const name of [domain, ...(labels.length > 2 ? [labels.slice(1).join('.')] : [])]) {
      const found = (await names.listTexts(`_dmarc.${name}`)).find((text) => /^v=DMARC1(?:\s*;|$)/iu.test(text));
      if (found !== undefined) return ok(DMARC, `${name}: ${found}`);
    }
    return warning(
      DMARC,
      `${domain} does not say what becomes of mail that others send in its name`,
      `Add a TXT record to _dmarc.${domain}, "v=DMARC1; p=none" to begin with: large receivers want one.`,
    );
  });
}

/** What could not be looked up is said as that. */
async function look(subject: string, find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await find();
  } catch (error) {
    return absent(subject, `not looked at: ${messageOf(error)}`, 'Check that this machine can ask a name server, and run this again.');
  }
}
