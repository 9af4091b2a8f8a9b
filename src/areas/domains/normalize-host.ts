import { findHostProblem } from '#providers/address-check.ts';
import { getDomain, parse } from 'tldts';

/** A host name that is public by its looks, or the reason why it is not. */
export type HostResult = { readonly host: string; readonly problem?: undefined } | { readonly host?: undefined; readonly problem: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//iu;
// oxlint-disable-next-line no-control-regex
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/u;

/**
 * Reduces an address or a host to the host as it is stored and compared: no scheme, user, port, path, trailing
 * dot or leading `www.`, in lower case and punycode. Doing it twice changes nothing more.
 * @example normalizeHost('https://www.Bücher.de:443/x') // { host: 'xn--bcher-kva.de' }
 */
export function normalizeHost(text: string): HostResult {
  const address = text.trim();
  if (address === '') return { problem: 'must name a host' };
  if (CONTROL_OR_SPACE.test(address)) return { problem: 'must not contain spaces or control characters' };
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return { problem: 'must be an http or https address' };

  const url = URL.parse(scheme === undefined ? `http://${address.replace(/^\/\//u, '')}` : address);
  if (url === null) return { problem: 'must be a host name or a web address' };
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain a user name or password' };
  const host = toSiteHost(url.hostname.replace(/\.$/u, ''));
  const problem = findNameProblem(host);
  return problem === undefined ? { host } : { problem };
}

/** Whether a host belongs to an asset's domain: equal to it or a sub-domain of it. */
export function hostMatches(host: string, assetDomain: string): boolean {
  const name = host.toLowerCase().replace(/\.$/u, '');
  return name === assetDomain || name.endsWith(`.${assetDomain}`);
}

/** The host without `www.`, which goes as long as what remains is still a site: `www.com` stays. */
export function toSiteHost(host: string): string {
  let rest = host;
  while (rest.startsWith('www.') && isSite(rest.slice(4))) rest = rest.slice(4);
  return rest;
}

/** Suffixes of authorities, under which a state also answers itself: `gov.uk`, `gob.mx`, `nhs.uk`. */
const SITE_OF_STATE = /^(?:gov|govt|gob|gub|gouv|gv|nhs|police)\.[a-z]{2}$/u;

function isSite(host: string): boolean {
  return getDomain(host) !== null || SITE_OF_STATE.test(host);
}

function findNameProblem(host: string): string | undefined {
  const { isIp, publicSuffix } = parse(host);
  if (isIp === true || host.startsWith('[')) return 'must be a host name, not an address of a machine';
  const problem = findHostProblem(host);
  if (problem !== undefined) return problem;
  return isSite(host) ? undefined : `must be a site, not the suffix ${publicSuffix ?? host}`;
}
