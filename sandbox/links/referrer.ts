import { hashText, mix, pick, unit } from '../hashing.ts';
import { inventSite } from '../classes/site-classes.ts';
import { genericName, toSlug } from '../world/names.ts';
import type { Site, SiteRole } from '../world/sites.ts';

/** A linking domain: its properties are the same in every answer. */
export interface Referrer {
  readonly domain: string;
  /** 0 to 1,000. */
  readonly rank: number;
  /** 0 to 100. */
  readonly spamScore: number;
  /** Values that the vendor has; never empty. */
  readonly platformTypes: readonly string[];
  /** Types of the pages on which it links to others. */
  readonly pages: readonly string[];
  readonly country: string;
  readonly tld: string;
  readonly ip: string;
  readonly hash: number;
}

const ENDINGS = 'com com com net org info io co.uk de blog site xyz'.split(' ');
const COUNTRIES = ['US', 'US', 'US', 'GB', 'DE', 'CA', 'IN', 'NL', 'FR', 'WW', ''];
const PLATFORMS: readonly (readonly string[])[] = [
  ['cms', 'blogs'],
  ['cms', 'blogs'],
  ['blogs'],
  ['cms'],
  ['organization'],
  ['cms', 'news'],
  ['message-boards'],
  ['ecommerce'],
  ['wikis'],
  ['unknown'],
  ['unknown'],
  ['unknown'],
];
const PLATFORMS_OF_ROLES: Readonly<Partial<Record<SiteRole, readonly string[]>>> = {
  content: ['cms', 'blogs'],
  reviews: ['cms', 'blogs'],
  news: ['cms', 'news'],
  forum: ['message-boards'],
  reference: ['wikis'],
  ecommerce: ['ecommerce'],
  marketplace: ['ecommerce'],
  institution: ['organization'],
};
/** Types of linking pages of sites of the world, by their platform types. */
const PAGES_OF_SITES: Readonly<Record<string, readonly string[]>> = {
  'cms,blogs': ['blog_post', 'article', 'guide_page'],
  'cms,news': ['news_article'],
  'message-boards': ['forum_thread'],
  wikis: ['wiki_page'],
  ecommerce: ['product_page', 'blog_post'],
  organization: ['article', 'case_study', 'service_page'],
};

const RANK_MAX = 1_000;

/** A site of the world as one that links. */
export function toReferrer(site: Site): Referrer {
  const { domain, hash } = site;
  const rank = Math.min(RANK_MAX, Math.round(120 + 780 * site.strength + 60 * unit(mix(hash, 211))));
  const platformTypes = PLATFORMS_OF_ROLES[site.role] ?? ['organization'];
  const country = { world: 'WW', us: 'US', uk: 'GB', de: 'DE', fr: 'FR', es: 'ES' }[site.home];
  const pages = PAGES_OF_SITES[platformTypes.join(',')] ?? ['article'];
  return { domain, rank, spamScore: mix(hash, 213) % 8, platformTypes, pages, country, tld: endingOf(domain), ip: ipOf(hash), hash };
}

/** So many that were invented last are kept, some 30 MB: a series of weeks asks for the same ones again and again. */
const INVENTED_KEPT = 100_000;
const PLACES = 2 ** 21;
const invented = new Map<number, Referrer>();

/** One of the countless small domains of which nothing but their links is known; `place` keeps them apart, and `hostNumber` their hosts. */
export function inventReferrer(seed: number, place: number, hostNumber = place): Referrer {
  const key = seed * PLACES + place;
  const known = invented.get(key);
  if (known !== undefined) return known;
  if (invented.size >= INVENTED_KEPT) invented.clear();
  const referrer = invent(seed, place, hostNumber);
  invented.set(key, referrer);
  return referrer;
}

function invent(seed: number, place: number, hostNumber: number): Referrer {
  const hash = hashText(`${toSlug(genericName(mix(seed, place + 1)))}-${place.toString(36)}.${pick(ENDINGS, mix(seed, place))}`, seed);
  const platformTypes = pick(PLATFORMS, mix(hash, 225));
  const { host: domain, class: siteClass } = inventSite(platformTypes, hostNumber, mix(hash, 231));
  const isSpam = hash % 100 < 12;
  return {
    domain,
    rank: isSpam ? mix(hash, 217) % 40 : Math.round(560 * unit(mix(hash, 219)) ** 3),
    spamScore: isSpam ? 45 + (mix(hash, 221) % 55) : mix(hash, 223) % 25,
    platformTypes,
    pages: siteClass.pages,
    country: pick(COUNTRIES, mix(hash, 227)),
    tld: endingOf(domain),
    ip: ipOf(hash),
    hash,
  };
}

function endingOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}

/** An address of the block for measurements (RFC 2544), which belongs to no real host. */
function ipOf(hash: number): string {
  const place = mix(hash, 229) % 131_072;
  return `198.${18 + (place >>> 16)}.${(place >>> 8) % 256}.${place % 256}`;
}
