import type { PageFacts } from '#providers/page-fetch/read-page.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { hostMatches } from '../normalize-host.ts';
import { findAppListing, findFediverseAccount, findProfile, type Profile } from './platforms.ts';
import { PROPERTY_SOURCES, type Property, type PropertyKind, type PropertySource } from './property.ts';

/** More is a directory of others, and not one brand's. */
const MOST: Readonly<Record<PropertyKind, number>> = { social: 100, app: 50, subdomain: 200, feed: 20 };

type Finding = Omit<Property, 'foundIn'> & { readonly source: PropertySource };

/**
 * Finds the brand properties on the home page of a domain: profiles, app listings, hosts of the same
 * registered domain, feeds. Each is there once, with every part where the page names it.
 * @param domain the host as it is stored, without `www.`
 */
export function findProperties(page: PageFacts, domain: string): Property[] {
  const properties = new Map<string, Property>();
  const counts: Record<PropertyKind, number> = { social: 0, app: 0, subdomain: 0, feed: 0 };
  for (const { source, ...found } of listFindings(page, domain)) {
    const key = keyOf(found);
    const known = properties.get(key);
    if (known === undefined && (counts[found.kind] += 1) > MOST[found.kind]) continue;
    const sources = new Set([...(known?.foundIn ?? []), source]);
    properties.set(key, { ...(known ?? found), foundIn: PROPERTY_SOURCES.filter((other) => sources.has(other)) });
  }
  return [...properties.values()];
}

function* listFindings(page: PageFacts, domain: string): Generator<Finding> {
  const own = toRegistrableDomain(domain);
  for (const { url, rel } of page.links) {
    const { hostname } = new URL(url);
    const isMe = rel.includes('me');
    // A platform's links to its own pages are no profiles of it.
    const found = hostMatches(hostname, own) ? toSubdomain(hostname, own, domain) : toFinding(url, isMe);
    if (found !== undefined) yield { ...found, source: isMe ? 'rel_me' : 'link' };
  }
  for (const address of [...page.sameAs, ...listInHead(page.metas)]) {
    const found = hostMatches(URL.parse(address)?.hostname ?? own, own) ? undefined : toFinding(address, false);
    if (found !== undefined) yield { ...found, source: page.sameAs.includes(address) ? 'structured_data' : 'head' };
  }
  for (const { url } of page.feeds) yield { kind: 'feed', platform: '', url, handle: null, source: 'head' };
}

function toFinding(address: string, isMe: boolean): Omit<Finding, 'source'> | undefined {
  const toKind = (kind: PropertyKind, profile: Profile | undefined) => (profile === undefined ? undefined : { kind, ...profile });
  return (
    toKind('social', findProfile(address)) ??
    toKind('app', findAppListing(address)) ??
    (isMe ? toKind('social', findFediverseAccount(address)) : undefined)
  );
}

function toSubdomain(hostname: string, own: string, domain: string): Omit<Finding, 'source'> | undefined {
  const host = hostname.replace(/^www\./u, '');
  return host === own || host === domain ? undefined : { kind: 'subdomain', platform: '', url: `https://${hostname}/`, handle: null };
}

/** What the head names without an address of its own: the account for cards, and apps for banners. */
function listInHead(metas: PageFacts['metas']): string[] {
  const account = metas.get('twitter:site')?.replace(/^@/u, '');
  const appleId = /app-id=(\d+)/u.exec(metas.get('apple-itunes-app') ?? '')?.[1] ?? metas.get('al:ios:app_store_id');
  const googleId = /app-id=([\w.]+)/u.exec(metas.get('google-play-app') ?? '')?.[1] ?? metas.get('al:android:package');
  return [
    ...(account === undefined ? [] : [`https://x.com/${encodeURIComponent(account)}`]),
    ...(appleId === undefined ? [] : [`https://apps.apple.com/app/id${appleId}`]),
    ...(googleId === undefined ? [] : [`https://play.google.com/store/apps/details?id=${encodeURIComponent(googleId)}`]),
    ...[metas.get('article:publisher') ?? ''].filter((address) => address !== ''),
  ];
}

/** An app is one listing in every country; accounts do not differ by upper case. */
function keyOf({ kind, platform, url, handle }: Omit<Finding, 'source'>): string {
  return kind === 'app' ? `${platform} ${handle}` : url.toLowerCase();
}
