import { mix, pick, unit } from '../hashing.ts';
import { toPageAddress, getPageKind } from '../classes/page-kinds.ts';
import { languageOf, type Site } from '../world/sites.ts';
import type { Referral } from './profile.ts';

/** One link from a page to a page of the target. */
export interface Link {
  readonly referral: Referral;
  readonly urlFrom: string;
  readonly urlTo: string;
  readonly pageTitle: string;
  readonly anchor: string | null;
  readonly itemType: 'anchor' | 'image' | 'redirect';
  readonly attributes: readonly string[];
  readonly isFollowed: boolean;
  readonly isBroken: boolean;
  readonly semanticLocation: string | null;
  /** 0 to 1,000. */
  readonly rank: number;
  readonly firstDay: number;
  readonly hash: number;
}

/** From the first link of a domain to its last. */
const COMING_DAYS = 180;
const LOCATIONS = ['article', 'article', 'article', 'section', 'main', 'footer', 'aside', null, null];
const GENERIC_ANCHORS = ['here', 'website', 'read more', 'source', 'this guide'];
const PATHS = ['/', '/', '/', '/about', '/pricing', '/blog/getting-started', '/guides/complete-overview', '/contact'];

/** The links of a domain that are or were there on a day, oldest first. */
export function listLinks(site: Site, referral: Referral, day: number): Link[] {
  const count = countLinks(referral, day);
  return Array.from({ length: count }, (_unused, place) => makeLink(site, referral, place));
}

/** How many of its links do not count for search engines, of the first so many. */
export function countUnfollowed({ referrer }: Referral, count: number): number {
  let found = 0;
  for (let place = 0; place < count; place += 1) if (shareOf(hashOf(referrer.hash, place)) < UNFOLLOWED_SHARE) found += 1;
  return found;
}

/** How many of its links have come by a day. */
export function countLinks({ firstDay, lostDay, linksMax }: Referral, day: number): number {
  const until = lostDay === undefined ? day : Math.min(day, lostDay - 1);
  if (until < firstDay) return 0;
  return Math.min(linksMax, 1 + Math.floor(((until - firstDay) * (linksMax - 1)) / COMING_DAYS));
}

function makeLink(site: Site, referral: Referral, place: number): Link {
  const { referrer, firstDay, linksMax } = referral;
  const hash = hashOf(referrer.hash, place);
  const path = pick(PATHS, mix(hash, 1));
  const host = site.subdomains.length > 0 && hash % 10 === 0 ? pick(site.subdomains, hash) : site.host;
  const itemType = hash % 25 === 0 ? 'image' : hash % 40 === 1 ? 'redirect' : 'anchor';
  const attributes = attributesOf(hash);
  const anchor = itemType === 'anchor' ? anchorOf(site, path, hash) : null;
  return {
    referral,
    // Written when it is read: sums of thousands of links name no page.
    get urlFrom() {
      return toPageAddress(referrer.domain, getPageKind(pick(referrer.pages, hash)).path, `${site.name} ${pick(SUBJECTS, hash)} ${place}`);
    },
    urlTo: `https://${host}${path}`,
    pageTitle: `${site.name}: ${pick(['a review', 'in the news', 'our links', 'notes', 'tips'], hash)} (${place})`,
    anchor,
    itemType,
    attributes,
    isFollowed: !attributes.includes('nofollow'),
    isBroken: hash % 60 === 7,
    semanticLocation: pick(LOCATIONS, mix(hash, 3)),
    rank: Math.round(referrer.rank * (0.4 + 0.6 * unit(mix(hash, 5)))),
    firstDay: firstDay + (linksMax === 1 ? 0 : Math.ceil((place * COMING_DAYS) / (linksMax - 1))),
    hash,
  };
}

const SUBJECTS = ['review', 'news', 'links', 'notes', 'tips'];

const UNFOLLOWED_SHARE = 27;

function hashOf(referrerHash: number, place: number): number {
  return mix(referrerHash, place + 11);
}

function shareOf(hash: number): number {
  return mix(hash, 7) % 100;
}

function attributesOf(hash: number): string[] {
  const share = shareOf(hash);
  if (share < 18) return ['nofollow'];
  if (share < 22) return ['nofollow', 'sponsored'];
  if (share < UNFOLLOWED_SHARE) return ['nofollow', 'ugc'];
  return share < 50 ? ['noopener', 'noreferrer'] : [];
}

function anchorOf(site: Site, path: string, hash: number): string {
  const share = mix(hash, 9) % 100;
  if (share < 40) return site.name;
  if (share < 65) return site.domain;
  if (share < 80) return pick(GENERIC_ANCHORS, hash);
  const subject = path === '/' ? site.topic?.subjects[languageOf(site)][hash % 3] : path.split('/').at(-1)?.replaceAll('-', ' ');
  return subject ?? site.name;
}
