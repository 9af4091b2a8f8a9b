import { OutsideError, messageOf, type OutsideErrorOptions } from '#kernel/errors.ts';

/** In errors and log lines. It takes no money, so the ledger does not know it. */
export const MAIL_SERVICE = 'mail';

const MESSAGE_LENGTH_MAX = 300;
const REFUSED_FOR_GOOD = 500;
/** SMTP: the sign-in failed, is needed, or is too weak. An operator puts it right, and the mail is as good as before. */
const SIGN_IN_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/** Refusals of the mail itself: of its sender, its receiver or what it holds. Those of the connection are put right by an operator. */
const MAIL_CODES: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
const LATE_CODES: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ETIME']);
/** What OpenSSL and Node.js say of a certificate that is not believed. */
const CERTIFICATE = /certificate|CERT_|self[- ]signed|UNABLE_TO_|ERR_TLS|altnames/iu;

interface MailFailure extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** A failure by what it means for the mail: a 5xx to the mail is the end of it, everything else may be otherwise later. */
export function toMailError(cause: unknown): OutsideError {
  return new OutsideError({ service: MAIL_SERVICE, message: toMessage(cause), cause, ...judge(cause) });
}

function judge(cause: unknown): Pick<OutsideErrorOptions, 'kind' | 'code' | 'retryable'> {
  const { code = '', responseCode } = cause as MailFailure;
  if (code === 'EAUTH' || code === 'ENOAUTH' || SIGN_IN_CODES.has(responseCode ?? 0))
    return { kind: 'credentials_refused', retryable: true, ...withCode(responseCode) };
  if (MAIL_CODES.has(code) && responseCode !== undefined && responseCode >= REFUSED_FOR_GOOD)
    return { kind: 'request_refused', code: responseCode };
  if (responseCode !== undefined && responseCode > 0) return { kind: 'provider', code: responseCode };
  if (isCertificateProblem(cause)) return { kind: 'blocked_address', retryable: true };
  return { kind: LATE_CODES.has(code) ? 'timeout' : 'network' };
}

function withCode(code: number | undefined): { code?: number } {
  return code === undefined ? {} : { code };
}

function isCertificateProblem(cause: unknown): boolean {
  const { code = '' } = cause as MailFailure;
  return ['ETLS', 'ESOCKET'].includes(code) && CERTIFICATE.test(messageOf(cause));
}

/** The server's own words in one line. */
function toMessage(cause: unknown): string {
  const text = messageOf(cause)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .slice(0, MESSAGE_LENGTH_MAX);
  return isCertificateProblem(cause) ? `the certificate of the mail server is not trusted: ${text}` : `the mail server: ${text}`;
}
