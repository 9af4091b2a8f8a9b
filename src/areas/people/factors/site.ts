import { isIP } from 'node:net';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';

/** What passkeys are bound to. */
export interface Site {
  /** The domain; browsers use a passkey under it only. */
  readonly rpId: string;
  /** Where pages come from that may use one. */
  readonly origin: string;
}

const LOCAL = 'localhost';

/**
 * The domain of PUBLIC_URL. Without that, passkeys belong to `localhost`, at the port by which the page was asked for.
 * @throws AppError 503 `Passkeys not configured` where PUBLIC_URL names an address of the network: browsers bind passkeys to domains only
 */
export function findSite({ config, client }: Pick<RequestContext, 'config' | 'client'>): Site {
  if (config.publicUrl === undefined) return { rpId: LOCAL, origin: toLocalOrigin(client.host) };
  const { hostname, origin } = new URL(config.publicUrl);
  if (isIP(hostname.replaceAll(/^\[|\]$/gu, '')) === 0) return { rpId: hostname, origin };
  throw new AppError('not_configured', 'Passkeys not configured', {
    message: 'Browsers bind passkeys to a domain, and PUBLIC_URL names an address of the network.',
    hint: 'Set PUBLIC_URL to the https address of the service with its domain.',
  });
}

/** The browser says the port; a page of another name than `localhost` has another origin in any case. */
function toLocalOrigin(host: string | undefined): string {
  const port = URL.parse(`http://${host ?? ''}`)?.port ?? '';
  return `http://${LOCAL}${port === '' ? '' : `:${port}`}`;
}
