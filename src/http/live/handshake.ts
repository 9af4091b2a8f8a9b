import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '#kernel/errors.ts';
import { findKeyText } from '../auth.ts';

/** What a handshake says (RFC 6455, section 4.2.1) and who may begin one. */

const KEY_PROTOCOL = 'api-key.';
const NONCE = /^[+/0-9A-Za-z]{22}==$/u;
const VERSIONS = ['13', '8'];
/** A name in the list of protocols: a token of HTTP. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;

/** Where browsers may connect from. */
export interface Origins {
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | undefined;
}

export function upgradeRequired(): AppError {
  return new AppError('upgrade_required', 'Upgrade required', {
    message: 'This path takes WebSocket connections.',
    hint: 'Connect with a WebSocket client; the messages are described in docs/live-socket.md.',
  });
}

/** The protocol by which a browser brings its key, which has no headers to set: `api-key.<KEY>`. */
export function findKeyProtocol(protocols: Iterable<string>): string | undefined {
  for (const protocol of protocols) if (protocol.startsWith(KEY_PROTOCOL) && protocol.length > KEY_PROTOCOL.length) return protocol;
  return undefined;
}

/** Puts a key that came as a protocol where keys are looked for, unless there is one already. */
export function takeKeyFromProtocol(request: FastifyRequest): void {
  if (findKeyText(request) !== undefined) return;
  const protocol = findKeyProtocol(readProtocols(request));
  if (protocol !== undefined) request.headers = { ...request.headers, 'x-api-key': protocol.slice(KEY_PROTOCOL.length) };
}

/** @throws AppError 400 or 426 for a handshake that cannot be completed */
export function requireHandshake(request: FastifyRequest): void {
  const { headers } = request;
  if (!VERSIONS.includes(headers['sec-websocket-version'] ?? '')) throw upgradeRequired();
  const protocols = readProtocols(request);
  const problems = [
    ...(NONCE.test(headers['sec-websocket-key'] ?? '') ? [] : [{ path: 'sec-websocket-key', message: 'must be 16 bytes in base64' }]),
    ...(protocols.every((name) => TOKEN.test(name)) && new Set(protocols).size === protocols.length
      ? []
      : [{ path: 'sec-websocket-protocol', message: 'must be a list of different names' }]),
  ];
  if (problems.length > 0) throw invalid(problems);
}

/**
 * Browsers say where a page came from and keep no page from connecting, so that is for us to do: pages
 * of our own origin and of those that CORS allows.
 * @throws AppError 403
 */
export function requireOrigin({ headers }: FastifyRequest, { corsOrigins, publicUrl }: Origins): void {
  const { origin, host } = headers;
  if (origin === undefined || corsOrigins.includes('*')) return;
  const allowed = [...corsOrigins, ...(publicUrl === undefined ? [] : [publicUrl])].map((url) => new URL(url).origin);
  if (allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)) return;
  throw new AppError('forbidden', 'Forbidden', {
    message: 'Pages of this origin may not connect.',
    hint: 'Name the origin in CORS_ORIGINS.',
  });
}

function readProtocols({ headers }: FastifyRequest): string[] {
  const list = headers['sec-websocket-protocol'];
  return list === undefined ? [] : list.split(',').map((name) => name.trim());
}
