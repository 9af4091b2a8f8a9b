import { isIP } from 'node:net';
import type { RequestContext } from '#context';
import { isOwnOrigin } from '#http/callers/same-origin.ts';
import { AppError } from '#kernel/errors.ts';

/**
 * A page in a browser must not reach the service on its reader's machine: neither as a foreign page, nor by a name of
 * its own that leads to this address.
 * @throws AppError 403
 */
export function requireOwnAddress({
  client: { host = '' },
  config,
  headerOf,
}: Pick<RequestContext, 'client' | 'config' | 'headerOf'>): void {
  const origin = headerOf('origin');
  if (origin !== undefined && !isOwnOrigin(origin, host, config.publicUrl)) throw refused('Pages of other origins cannot use this.');
  if (!isOwnHost(host, config)) throw refused('This is not a name of the service: set PUBLIC_URL to the one that is used.');
}

function isOwnHost(host: string, { publicUrl, host: listening }: RequestContext['config']): boolean {
  const asked = URL.parse(`http://${host}`);
  if (asked === null) return false;
  const name = asked.hostname.replace(/^\[(.*)\]$/u, '$1');
  // Names can be made to lead anywhere, addresses cannot.
  if (isIP(name) !== 0 || name === 'localhost' || name === listening) return true;
  return publicUrl !== undefined && new URL(publicUrl).hostname === name;
}

function refused(message: string): AppError {
  return new AppError('forbidden', 'Forbidden', { message });
}
