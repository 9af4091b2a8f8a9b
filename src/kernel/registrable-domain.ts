import { getDomain } from 'tldts';

/**
 * The registered domain of a host, by the public suffix list with its private section:
 * `blog.github.io` is a site of its own, as for backlinks. A private suffix itself (`github.io`)
 * falls under the registrars' part of the list.
 */
export function toRegistrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? getDomain(host) ?? host;
}
