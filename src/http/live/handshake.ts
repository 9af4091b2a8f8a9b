import type { FastifyRequest } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import { findKeyText } from '../callers/credentials.ts';
import { isOwnOrigin } from '../callers/same-origin.ts';

/** Who may begin a handshake; whether it is a valid one is checked by the library. */

const KEY_PROTOCOL = 'api-key.';

/** Where browsers may connect from. */
export interface Origins {
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | undefined;
}

export function upgradeRequired(): AppError {
  return new AppError('upgrade_required', 'Upgrade required', {
    message: 'This path takes WebSocket connections.',
    hint: 'Connect with a WebSocket client; the messages are described in docs/events.md, "The live socket".',
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
  const protocols = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  const protocol = findKeyProtocol(protocols ?? []);
  if (protocol !== undefined) request.headers = { ...request.headers, 'x-api-key': protocol.slice(KEY_PROTOCOL.length) };
}

/**
 * Browsers name the origin of a page and let every page connect, so the check is ours: pages of our own
 * origin and of those that CORS allows may.
 * @throws AppError 403
 */
export function requireOrigin({ headers }: FastifyRequest, { corsOrigins, publicUrl }: Origins): void {
  const { origin, host } = headers;
  if (origin === undefined || corsOrigins.includes('*')) return;
  const isAllowed = corsOrigins.some((url) => new URL(url).origin === origin);
  if (isAllowed || isOwnOrigin(origin, host ?? '', publicUrl)) return;
  throw new AppError('forbidden', 'Forbidden', {
    message: 'Pages of this origin may not connect.',
    hint: 'Name the origin in CORS_ORIGINS.',
  });
}
