import { mix, unit } from '../hashing.ts';
import type { Site } from '../world/sites.ts';
import { countLinks, countUnfollowed } from './link.ts';
import { listReferrals, type Referral } from './profile.ts';

export type LinkStatus = 'live' | 'lost' | 'all';

/** Figures of the links to a site on a day. */
export interface LinkFigures {
  readonly backlinks: number;
  readonly backlinksNofollow: number;
  readonly referringDomains: number;
  readonly referringDomainsNofollow: number;
  readonly referringIps: number;
  readonly referringSubnets: number;
  /** 0 to 1,000; follows the referring domains. */
  readonly rank: number;
}

/** What came and went from a day (inclusive) to another (exclusive). */
export interface LinkChanges {
  readonly newBacklinks: number;
  readonly lostBacklinks: number;
  readonly newReferringDomains: number;
  readonly lostReferringDomains: number;
}

/** Who links to the sites of the world: the same answer for the same day, by every operation. */
export interface LinkBook {
  /** Strongest first. Lost ones for a year. */
  list(site: Site, day: number, status: LinkStatus): readonly Referral[];
  measure(site: Site, day: number): LinkFigures;
  compare(site: Site, fromDay: number, toDay: number): LinkChanges;
}

/** Profiles of so many sites and days are kept; the largest takes a few megabytes. */
const PROFILES_KEPT = 8;
const RANK_MAX = 1_000;
const SUBNET = /\.\d+$/u;

export function makeLinkBook(sites: readonly Site[]): LinkBook {
  const kept = new Map<string, readonly Referral[]>();
  const profileOf = (site: Site, day: number): readonly Referral[] => {
    const key = `${site.index} ${day}`;
    const profile = kept.get(key) ?? listReferrals(site, sites, day).toSorted(byStrength);
    kept.delete(key);
    kept.set(key, profile);
    if (kept.size > PROFILES_KEPT) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest);
    return profile;
  };
  return {
    list: (site, day, status) =>
      profileOf(site, day).filter((referral) => status === 'all' || isLive(referral, day) === (status === 'live')),
    // Sums need no order, and the same day is rarely asked for twice in a row.
    measure: (site, day) =>
      measure(
        site,
        (kept.get(`${site.index} ${day}`) ?? listReferrals(site, sites, day)).filter((referral) => isLive(referral, day)),
        day,
      ),
    compare: (site, fromDay, toDay) => compare(profileOf(site, toDay), fromDay, toDay),
  };
}

/** Whether it is there on the day; the profile of a day holds no link of a later day. */
export function isLive({ lostDay }: Referral, day: number): boolean {
  return lostDay === undefined || lostDay > day;
}

function byStrength({ referrer: left }: Referral, { referrer: right }: Referral): number {
  return right.rank - left.rank || (left.domain < right.domain ? -1 : 1);
}

function measure(site: Site, live: readonly Referral[], day: number): LinkFigures {
  let [backlinks, backlinksNofollow, referringDomainsNofollow] = [0, 0, 0];
  const ips = new Set<string>();
  for (const referral of live) {
    const count = countLinks(referral, day);
    const unfollowed = countUnfollowed(referral, count);
    backlinks += count;
    backlinksNofollow += unfollowed;
    if (unfollowed > 0) referringDomainsNofollow += 1;
    ips.add(referral.referrer.ip);
  }
  return {
    backlinks,
    backlinksNofollow,
    referringDomains: live.length,
    referringDomainsNofollow,
    referringIps: ips.size,
    referringSubnets: new Set([...ips].map((ip) => ip.replace(SUBNET, ''))).size,
    rank: Math.min(RANK_MAX, Math.round(190 * Math.log10(Math.max(1, live.length)) + 60 * unit(mix(site.hash, 205)))),
  };
}

function compare(profile: readonly Referral[], fromDay: number, toDay: number): LinkChanges {
  let [newBacklinks, lostBacklinks, newReferringDomains, lostReferringDomains] = [0, 0, 0, 0];
  for (const referral of profile) {
    const { firstDay, lostDay } = referral;
    newBacklinks += countLinks(referral, toDay - 1) - countLinks(referral, fromDay - 1);
    if (firstDay >= fromDay && firstDay < toDay) newReferringDomains += 1;
    if (lostDay !== undefined && lostDay >= fromDay && lostDay < toDay) {
      lostReferringDomains += 1;
      lostBacklinks += countLinks(referral, lostDay - 1);
    }
  }
  return { newBacklinks, lostBacklinks, newReferringDomains, lostReferringDomains };
}
