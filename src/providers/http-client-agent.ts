import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, ProxyAgent, type Dispatcher } from 'undici';
import { findHostProblem, isPublicAddress } from './address-check.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** The call would have left the public internet. */
export class BlockedAddressError extends Error {
  constructor(host: string) {
    super(`the address is not public: ${host}`);
    this.name = 'BlockedAddressError';
  }
}

/**
 * A connection pool that opens connections to public addresses only. Every connection is checked when
 * it is opened, and made to the very address that was checked: a name whose
 * address changes between check and call gains nothing, and each hop of a redirect is checked again.
 * @param allowedPrivateOrigins origins that may be private all the same, for example our own sandbox
 * @param onConnected gets how long opening a connection took, in milliseconds
 */
export function makeGuardedAgent(allowedPrivateOrigins: readonly string[], onConnected?: (tookMs: number) => void): Agent {
  const allowed: ReadonlySet<string> = new Set(allowedPrivateOrigins.map((origin) => new URL(origin).origin));
  const connectAnywhere = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connectToPublic = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: lookupPublic });
  return new Agent({
    connect: (target, callback) => {
      const startedAt = performance.now();
      const connected: typeof callback = (...result) => {
        onConnected?.(performance.now() - startedAt);
        callback(...result);
      };
      if (allowed.has(originOf(target))) return connectAnywhere(target, connected);
      if (findHostProblem(target.hostname) !== undefined) return callback(new BlockedAddressError(target.hostname), null);
      return connectToPublic(target, connected);
    },
  });
}

/** How pages of the web are reached: straight when neither is given. */
export interface PageRoute {
  /** The sandbox stands in for every site: all connections are made to it. Comes before the proxy. */
  readonly sandboxUrl?: string | undefined;
  /** A forward proxy. It resolves the names, so that only their looks are checked here. */
  readonly proxyUrl?: string | undefined;
}

/** The pool for pages of the web. Whichever way they go, nothing private is asked for by its name or literal address. */
export function makePageAgent({ sandboxUrl, proxyUrl }: PageRoute): Dispatcher {
  if (sandboxUrl !== undefined) return makeSandboxAgent(new URL(sandboxUrl));
  if (proxyUrl !== undefined) return new ProxyAgent({ uri: proxyUrl, proxyTls: { timeout: CONNECT_TIMEOUT_MS } });
  return makeGuardedAgent([]);
}

/**
 * Every connection is made to the sandbox, in the protocol that the sandbox speaks: `https://shop.com/`
 * is asked for with the `Host` that it has, without TLS, because an invented site has no
 * certificate. Addresses that are refused outside are refused here too.
 */
function makeSandboxAgent({ protocol, hostname, port }: URL): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    connect: (target, callback) => {
      if (findHostProblem(target.hostname) !== undefined) return callback(new BlockedAddressError(target.hostname), null);
      return connect({ protocol, hostname: hostname.replace(/^\[(.*)\]$/u, '$1'), port, servername: hostname }, callback);
    },
  });
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`).origin;
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name and refuses it when any of its addresses is not public. */
function lookupPublic(host: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const first = addresses[0];
    const blocked = addresses.find(({ address }) => !isPublicAddress(address));
    if (blocked) return callback(new BlockedAddressError(`${host} leads to ${blocked.address}`), []);
    if (options.all === true || first === undefined) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
}
