import { mix } from '../hashing.ts';
import { toSlug } from '../world/names.ts';
import type { World } from '../world/index.ts';
import type { Site } from '../world/sites.ts';
import type { StoreApp } from '../world/apps/store-app.ts';

/** Another place where the brand of a site is at home. */
export interface Property {
  readonly kind: 'social' | 'app' | 'subdomain' | 'feed';
  /** `x`, `linkedin`, `store_a` ...; empty for hosts and feeds. */
  readonly platform: string;
  readonly url: string;
  /** How the home page names it. */
  readonly shownAs: 'link' | 'rel_me' | 'structured_data' | 'head';
}

/** Shares of sites, in percent, that have a profile there. */
const SOCIAL: readonly (readonly [platform: string, share: number, toUrl: (handle: string) => string])[] = [
  ['x', 60, (handle) => `https://x.com/${handle}`],
  ['linkedin', 55, (handle) => `https://www.linkedin.com/company/${handle}`],
  ['facebook', 50, (handle) => `https://www.facebook.com/${handle}`],
  ['instagram', 40, (handle) => `https://www.instagram.com/${handle}/`],
  ['youtube', 30, (handle) => `https://www.youtube.com/@${handle}`],
  ['github', 15, (handle) => `https://github.com/${handle}`],
  ['tiktok', 15, (handle) => `https://www.tiktok.com/@${handle}`],
  ['mastodon', 12, (handle) => `https://mastodon.social/@${handle}`],
];
const WAYS = ['link', 'structured_data', 'link', 'link'] as const;
const FEED_SHARE = 45;

/** What the home page of a site says of the brand's other places. */
export function listProperties(world: World, site: Site): Property[] {
  const handle = toSlug(site.name).replaceAll('-', '');
  const social = SOCIAL.filter(([platform, share]) => chance(site, platform) < share).map(([platform, , toUrl], place) => ({
    kind: 'social' as const,
    platform,
    url: toUrl(handle),
    shownAs: platform === 'mastodon' ? ('rel_me' as const) : (WAYS[place % WAYS.length] ?? 'link'),
  }));
  const subdomains = site.subdomains.map((host) => ({
    kind: 'subdomain' as const,
    platform: '',
    url: `https://${host}/`,
    shownAs: 'link' as const,
  }));
  const feeds =
    chance(site, 'feed') < FEED_SHARE
      ? [{ kind: 'feed' as const, platform: '', url: `https://${site.host}/feed.xml`, shownAs: 'head' as const }]
      : [];
  return [...social, ...listApps(world, site), ...subdomains, ...feeds];
}

/** The first app of the brand in each store. */
function listApps(world: World, site: Site): Property[] {
  const apps = world.apps.listOfSite(site);
  return (['store_a', 'store_b'] as const).flatMap((platform) => {
    const app = apps.find((other) => other.platform === platform);
    return app === undefined ? [] : [{ kind: 'app' as const, platform, url: toPageUrl(app), shownAs: 'link' as const }];
  });
}

function toPageUrl({ platform, name, appId }: StoreApp): string {
  return platform === 'store_a'
    ? `https://apps.apple.com/us/app/${toSlug(name)}/id${appId}`
    : `https://play.google.com/store/apps/details?id=${appId}`;
}

function chance(site: Site, of: string): number {
  return mix(site.hash, of.length * 131 + (of.codePointAt(0) ?? 0)) % 100;
}
