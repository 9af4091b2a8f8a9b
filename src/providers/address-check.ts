import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What may be called from here: public addresses only.
 * These functions work on text and never on the network; `http-client.ts` checks every address that
 * a name leads to once more, at the moment of connecting.
 */

const HOST_LENGTH_MAX = 253;
/** What can stand between the slashes of a URL without being more than a host. */
const HOST_TEXT = /^(\[[0-9a-f:.]+\]|[^\s/\\:@?#[\]]+)$/iu;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/u;

/** Top-level names that no public site has (RFC 2606, 6761, 6762, 7686, 8375, 9476; ICANN resolution 2018.02.04.12). */
const RESERVED_TOP_LEVELS: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
  'test',
]);

/** The block that carries the whole public IPv6 internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Where an IPv4 address stands in the last bytes of a NAT64 address (RFC 6052). */
const NAT64_IPV4_AT = 12;

/**
 * Whether an IP address, in the form that `dns.lookup` gives, belongs to the public internet.
 * Private, loopback, link-local, shared, multicast, documentation, reserved and tunnel ranges do not;
 * an IPv4 address inside an IPv6 one (mapped, NAT64) is judged as itself.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/u, '');
  if (isIP(bare) === 0) return false;
  const parsed = ipaddr.parse(bare);
  return parsed instanceof ipaddr.IPv6 ? isPublicV6(parsed) : parsed.range() === 'unicast';
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast';
  if (address.range() === 'rfc6052') return ipaddr.fromByteArray(address.toByteArray().slice(NAT64_IPV4_AT)).range() === 'unicast';
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}

/**
 * Why a host must not be called, or `undefined` when it may be called. Takes a host as a
 * person or a URL writes it, with or without brackets; every spelling of an address is understood
 * (`0x7f.1`, `2130706433`, `127.1`, `[::ffff:7f00:1]`).
 */
export function findHostProblem(host: string): string | undefined {
  const name = readHost(host);
  if (name === undefined) return 'must be a valid host name';
  if (isIP(name) !== 0) return isPublicAddress(name) ? undefined : 'must be a public address';
  return findNameProblem(name);
}

/**
 * Why a web address must not be called, or `undefined`. For fields that take a URL.
 * @example findUrlProblem('http://169.254.169.254/') // 'must be a public address'
 */
export function findUrlProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'must be a web address';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  return findHostProblem(url.hostname);
}

/**
 * Makes a check that says why an address that people entered must not be called, or `undefined`: it must be public, and https.
 * @param exemptUrl its origin alone may be private and without TLS
 */
export function makeSecureUrlCheck(exemptUrl: string | undefined): (address: string) => string | undefined {
  const exempt = exemptUrl === undefined ? undefined : new URL(exemptUrl).origin;
  return (address) => {
    const url = URL.parse(address);
    if (url !== null && url.origin === exempt) return undefined;
    return findUrlProblem(address) ?? (url?.protocol === 'https:' ? undefined : 'must be an https address');
  };
}

/** The host as the URL standard reads it: lower case, punycode, addresses in their plain spelling. */
function readHost(host: string): string | undefined {
  const isV6 = isIP(host) === 6;
  if (!isV6 && !HOST_TEXT.test(host)) return undefined;
  const url = URL.parse(`http://${isV6 ? `[${host}]` : host}/`);
  return url?.hostname.replace(/^\[(.*)\]$/u, '$1').replace(/\.$/u, '');
}

function findNameProblem(name: string): string | undefined {
  if (name.length > HOST_LENGTH_MAX) return `must have at most ${HOST_LENGTH_MAX} characters`;
  const labels = name.split('.');
  const topLevel = labels.at(-1) ?? '';
  if (!labels.every((label) => LABEL.test(label))) return 'must be a valid host name';
  if (labels.length < 2 || RESERVED_TOP_LEVELS.has(topLevel)) return 'must be a public host name';
  return undefined;
}
