import { SECOND_MS } from '#kernel/durations.ts';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import { BlockedAddressError } from './http-client-agent.ts';

export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The header `Date` knows whole seconds only. */
const HALF_SECOND_MS = 500;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;

const TIMEOUT_CODES: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
/** Failures before anything of the request was sent. */
const UNSENT_CODES: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** A call that had to wait too long for its slot, and was not made. */
export class NoSlotError extends OutsideError {
  constructor(service: string, waitedMs: number) {
    super({ service, kind: 'rate_limited', message: `A call of ${service} had no turn within ${waitedMs} ms` });
    this.name = 'NoSlotError';
  }
}

/** Something on the way to an answer failed. Says what, and never what was sent. */
export function toOutsideError(service: string, error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  if (error instanceof BlockedAddressError)
    return new OutsideError({ service, kind: 'blocked_address', message: `${service}: ${error.message}`, cause: error });
  const code = codeOf(error);
  const kind = TIMEOUT_CODES.has(code) ? 'timeout' : 'network';
  return new OutsideError({ service, kind, message: `${service} could not be reached: ${code ?? messageOf(error)}`, cause: error });
}

/** An answer whose status says that the call failed. 408, 429 and 5xx may be tried again. */
export function toStatusError(service: string, status: number, headers: HttpHeaders): OutsideError {
  const isRateLimit = status === TOO_MANY_REQUESTS;
  return new OutsideError({
    service,
    kind: isRateLimit ? 'rate_limited' : 'http',
    message: `${service} answered with HTTP status ${status}`,
    code: status,
    retryable: isRateLimit || status === REQUEST_TIMEOUT || status >= SERVER_ERROR,
    retryAfterMs: parseRetryAfter(headers),
  });
}

/** Whether a failed call surely never reached the service, and so cannot have cost anything. */
export function wasNeverSent(error: OutsideError): boolean {
  return (
    error.kind === 'blocked_address' ||
    error.kind === 'credentials_missing' ||
    (error.cause !== undefined && UNSENT_CODES.has(codeOf(error.cause)))
  );
}

/** `Retry-After` in seconds, or as a date that is measured against the answer's own date. */
export function parseRetryAfter(headers: HttpHeaders): number | undefined {
  const text = firstOf(headers['retry-after']);
  if (text === undefined || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * SECOND_MS) : undefined;
  const waitMs = Date.parse(text) - Date.parse(firstOf(headers.date) ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** What the `Date` of an answer says of the clock of its sender: how far it is ahead of `nowMs`. `undefined`: nothing. */
export function readAheadMs(headers: HttpHeaders, nowMs: number): number | undefined {
  const date = Date.parse(firstOf(headers.date) ?? '');
  return Number.isNaN(date) ? undefined : date + HALF_SECOND_MS - nowMs;
}

export function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
