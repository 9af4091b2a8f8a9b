import { readFileSync } from 'node:fs';
import { parseMailbox, type MailAddress } from '#providers/mail/address.ts';
import {
  IMPLICIT_TLS_PORT,
  isOnThisMachine,
  SUBMISSION_PORT,
  toUsualTls,
  type SmtpSettings,
  type SmtpTls,
} from '#providers/mail/settings.ts';

/** The variables of mail, each parsed by itself. */
export interface SmtpEnvironment {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_HOST?: string | undefined;
  readonly SMTP_PORT?: number | undefined;
  readonly SMTP_USER?: string | undefined;
  readonly SMTP_PASSWORD?: string | undefined;
  readonly SMTP_FROM?: string | undefined;
  readonly SMTP_TLS?: SmtpTls | undefined;
  readonly SMTP_CA_FILE?: string | undefined;
}

export interface SmtpConfig {
  /** undefined: no mail server is set up. */
  readonly smtp: SmtpSettings | undefined;
  /** Who mail comes from, where it is said without a server: the sandbox's takes it. */
  readonly from: MailAddress | undefined;
  readonly problems: readonly string[];
}

const PARTS = ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'] as const;

/** The mail server, in one address or in parts, and what is wrong with them together. */
export function toSmtp(env: SmtpEnvironment): SmtpConfig {
  const from = env.SMTP_FROM === undefined ? undefined : parseMailbox(env.SMTP_FROM);
  const server = env.SMTP_URL === undefined ? readParts(env) : readUrl(env.SMTP_URL);
  const { ca, problem } = readAuthority(env.SMTP_CA_FILE);
  const problems = [...findProblems(env, server), ...(problem === undefined ? [] : [problem])];
  if (server === undefined || from === undefined) return { smtp: undefined, from, problems };
  const tls = env.SMTP_TLS ?? (env.SMTP_URL?.startsWith('smtps:') === true ? 'implicit' : toUsualTls(server));
  if (tls === 'if_offered' && server.user !== undefined && !isOnThisMachine(server.host))
    problems.push('SMTP_TLS: if_offered could send SMTP_PASSWORD in plain text; use starttls or implicit');
  return { smtp: { ...server, tls, ca, from }, from, problems };
}

type Server = Pick<SmtpSettings, 'host' | 'port' | 'user' | 'password'>;

function readParts({ SMTP_HOST: host, SMTP_PORT: given, SMTP_USER: user, SMTP_PASSWORD: password, SMTP_TLS: tls }: SmtpEnvironment) {
  if (host === undefined) return undefined;
  return { host, port: given ?? (tls === 'implicit' ? IMPLICIT_TLS_PORT : SUBMISSION_PORT), user, password };
}

function readUrl(address: string): Server {
  const { protocol, hostname, port, username, password } = new URL(address);
  const toText = (part: string): string | undefined => (part === '' ? undefined : decodeURIComponent(part));
  return {
    host: hostname.replace(/^\[(.*)\]$/u, '$1'),
    port: port === '' ? (protocol === 'smtps:' ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(port),
    user: toText(username),
    password: toText(password),
  };
}

function findProblems(env: SmtpEnvironment, server: Server | undefined): string[] {
  const problems: string[] = [];
  if (env.SMTP_URL !== undefined && PARTS.some((name) => env[name] !== undefined))
    problems.push(`SMTP_URL: leave out either this or ${PARTS.join(', ')}`);
  if (server === undefined && PARTS.some((name) => env[name] !== undefined))
    problems.push('SMTP_HOST: is needed by the other SMTP_ variables');
  if (server !== undefined && env.SMTP_FROM === undefined)
    problems.push('SMTP_FROM: is needed to send mail, for example Sightline <reports@acme.com>');
  if (server !== undefined && (server.user === undefined) !== (server.password === undefined))
    problems.push('SMTP_USER: needs SMTP_PASSWORD, and the other way round');
  return problems;
}

function readAuthority(file: string | undefined): { readonly ca: string | undefined; readonly problem?: string } {
  if (file === undefined) return { ca: undefined };
  try {
    const ca = readFileSync(file, 'utf8');
    return ca.includes('-----BEGIN CERTIFICATE-----')
      ? { ca }
      : { ca: undefined, problem: `SMTP_CA_FILE: ${file} holds no certificate (PEM)` };
  } catch (error) {
    return { ca: undefined, problem: `SMTP_CA_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})` };
  }
}
