import { DAY_MS } from '#kernel/durations.ts';
import { isLive } from '../../links/index.ts';
import type { Link } from '../../links/link.ts';
import { toVendorTime } from '../envelope.ts';

/**
 * Figures and maps of a set of links, as the vendor sums them up.
 * @param listMax entries that each map is cut to, largest first
 */
export function sumLinks(links: readonly Link[], listMax: number): Record<string, unknown> {
  const domains = new Set(links.map(({ referral }) => referral.referrer.domain));
  const unfollowed = links.filter(({ isFollowed }) => !isFollowed);
  const domainsNofollow = new Set(unfollowed.map(({ referral }) => referral.referrer.domain)).size;
  const ips = new Set(links.map(({ referral }) => referral.referrer.ip));
  const broken = links.filter(({ isBroken }) => isBroken);
  const spam = links.reduce((sum, { referral }) => sum + referral.referrer.spamScore, 0);
  const count = (read: (link: Link) => readonly string[]): Record<string, number> => toMap(links.flatMap(read), listMax);
  return {
    backlinks: links.length,
    backlinks_spam_score: links.length === 0 ? 0 : Math.round(spam / links.length),
    broken_backlinks: broken.length,
    broken_pages: new Set(broken.map(({ urlTo }) => urlTo)).size,
    referring_domains: domains.size,
    referring_domains_nofollow: domainsNofollow,
    // Every referring domain of the invented world is a main domain.
    referring_main_domains: domains.size,
    referring_main_domains_nofollow: domainsNofollow,
    referring_ips: ips.size,
    referring_subnets: new Set([...ips].map((ip) => ip.slice(0, ip.lastIndexOf('.')))).size,
    referring_pages: links.length,
    referring_pages_nofollow: unfollowed.length,
    referring_links_tld: count(({ referral }) => [referral.referrer.tld]),
    referring_links_types: count(({ itemType }) => [itemType]),
    referring_links_attributes: count(({ attributes }) => attributes),
    referring_links_platform_types: count(({ referral }) => referral.referrer.platformTypes),
    referring_links_semantic_locations: count(({ semanticLocation }) => [semanticLocation ?? '']),
    referring_links_countries: count(({ referral }) => [referral.referrer.country]),
  };
}

/** When the first of them came, and when the last one went if none is left. */
export function toSeen(links: readonly Link[], day: number): { readonly first_seen: string | null; readonly lost_date: string | null } {
  const first = links.reduce((least, { firstDay }) => Math.min(least, firstDay), Infinity);
  const lost = links.map(({ referral }) => (isLive(referral, day) ? undefined : referral.lostDay));
  const last = lost.includes(undefined) ? undefined : Math.max(...(lost as number[]));
  return { first_seen: Number.isFinite(first) ? dayToTime(first) : null, lost_date: last === undefined ? null : dayToTime(last) };
}

export function dayToTime(day: number): string {
  return toVendorTime(new Date(day * DAY_MS));
}

/** The vendor counts ranks to a thousand by default. */
export function toRank(rank: number, scale: unknown): number {
  return scale === 'one_hundred' ? Math.round(rank / 10) : rank;
}

function toMap(values: readonly string[], entriesMax: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].toSorted(([leftKey, left], [rightKey, right]) => right - left || (leftKey < rightKey ? -1 : 1));
  return Object.fromEntries(sorted.slice(0, entriesMax));
}
