import type { MailAddress } from './address.ts';

/**
 * `implicit`: TLS from the first byte. `starttls`: TLS after the greeting, or nothing is sent. `if_offered`: TLS when the server offers it,
 * plain text otherwise, for servers on this machine.
 */
export const SMTP_TLS = ['implicit', 'starttls', 'if_offered'] as const;
export type SmtpTls = (typeof SMTP_TLS)[number];

/** The mail server, and who mail comes from. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly tls: SmtpTls;
  /** Certificates of authorities, as PEM, that are believed beside the well-known ones. */
  readonly ca: string | undefined;
  readonly from: MailAddress;
}

export const IMPLICIT_TLS_PORT = 465;
export const SUBMISSION_PORT = 587;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u;

/** Whether what goes there stays on this machine. */
export function isOnThisMachine(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Encrypted, unless it stays on this machine and the server there has no TLS. */
export function toUsualTls({ host, port }: Pick<SmtpSettings, 'host' | 'port'>): SmtpTls {
  if (port === IMPLICIT_TLS_PORT) return 'implicit';
  return isOnThisMachine(host) ? 'if_offered' : 'starttls';
}
