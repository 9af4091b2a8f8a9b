import { unreadableLinks, type ReadRow } from './answers.ts';
import { toCount, toCounts, toScore, toText, toTexts, toTime } from '../fields.ts';
import type { OnSurprise } from '../surprises.ts';
import { AnchorWire, BacklinkWire, PeriodChangesWire, PeriodWire, ReferringDomainWire, SummaryWire } from './wire.ts';
import type {
  Backlink,
  LinkAnchor,
  LinkPeriod,
  LinkPeriodChanges,
  LinkSeriesRequest,
  LinkSummary,
  ReferringDomain,
} from '#providers/search-data/links.ts';

/** A link that does not say whether it counts, or is still there, cannot be read. */
export const readBacklink: ReadRow<Backlink> = (row, onSurprise) => {
  const { data } = BacklinkWire.safeParse(row);
  const [domainFrom, urlFrom, urlTo] = [toText(data?.domain_from), toText(data?.url_from), toText(data?.url_to)];
  if (data === undefined || domainFrom === null || urlFrom === null || urlTo === null) return undefined;
  if (typeof data.dofollow !== 'boolean' || typeof data.is_lost !== 'boolean') return undefined;
  return {
    domainFrom,
    urlFrom,
    urlTo,
    anchor: toText(data.anchor),
    itemType: toText(data.item_type) ?? 'unknown',
    attributes: toTexts(data.attributes),
    isDofollow: data.dofollow,
    isBroken: data.is_broken ?? false,
    isLost: data.is_lost,
    rank: toScore(data.rank, onSurprise),
    pageFromRank: toScore(data.page_from_rank, onSurprise),
    domainFromRank: toScore(data.domain_from_rank, onSurprise),
    spamScore: toScore(data.backlink_spam_score, onSurprise),
    pageFromTitle: toText(data.page_from_title),
    pageFromLanguage: toText(data.page_from_language),
    domainFromCountry: toText(data.domain_from_country),
    platformTypes: toTexts(data.domain_from_platform_type),
    semanticLocation: toText(data.semantic_location),
    firstSeen: toTime(data.first_seen),
    lastSeen: toTime(data.last_seen),
  };
};

export const readReferringDomain: ReadRow<ReferringDomain> = (row, onSurprise) => {
  const { data } = ReferringDomainWire.safeParse(row);
  const domain = toText(data?.domain);
  if (data === undefined || domain === null) return undefined;
  return {
    domain,
    rank: toScore(data.rank, onSurprise),
    backlinks: toCount(data.backlinks),
    spamScore: toScore(data.backlinks_spam_score, onSurprise),
    referringPages: toCount(data.referring_pages),
    platformTypes: toCounts(data.referring_links_platform_types),
    firstSeen: toTime(data.first_seen),
    lostDate: toTime(data.lost_date),
  };
};

export const readAnchor: ReadRow<LinkAnchor> = (row, onSurprise) => {
  const { data } = AnchorWire.safeParse(row);
  if (data === undefined) return undefined;
  return {
    anchor: toText(data.anchor) ?? '',
    rank: toScore(data.rank, onSurprise),
    backlinks: toCount(data.backlinks),
    referringDomains: toCount(data.referring_domains),
    firstSeen: toTime(data.first_seen),
    lostDate: toTime(data.lost_date),
  };
};

/** Links that are not followed say so, each in its attributes: a summary counts those, and has no other figure of them. */
const NOFOLLOW = 'nofollow';

/** @throws OutsideError `parse`: without its two sums it is none */
export function readSummary(row: unknown, onSurprise: OnSurprise): LinkSummary {
  const { data } = SummaryWire.safeParse(row);
  const [backlinks, referringDomains] = [toCount(data?.backlinks), toCount(data?.referring_domains)];
  if (data === undefined || backlinks === null || referringDomains === null) throw unreadableLinks('it holds no sums');
  const attributes = data.referring_links_attributes;
  return {
    rank: toScore(data.rank, onSurprise),
    backlinks,
    backlinksNofollow: attributes ? (toCount(attributes[NOFOLLOW]) ?? 0) : null,
    referringDomains,
    referringMainDomains: toCount(data.referring_main_domains),
    spamScore: toScore(data.backlinks_spam_score, onSurprise),
    platformTypes: toCounts(data.referring_links_platform_types),
    firstSeen: toTime(data.first_seen),
    lostDate: toTime(data.lost_date),
  };
}

type Period = LinkSeriesRequest['period'];

export function periodReader(period: Period): ReadRow<LinkPeriod> {
  return (row, onSurprise) => {
    const { data } = PeriodWire.safeParse(row);
    const startsOn = toStart(period, data?.date);
    if (data === undefined || startsOn === null) return undefined;
    return {
      startsOn,
      rank: toScore(data.rank, onSurprise),
      backlinks: toCount(data.backlinks),
      backlinksNofollow: toCount(data.backlinks_nofollow),
      referringDomains: toCount(data.referring_domains),
      referringMainDomains: toCount(data.referring_main_domains),
    };
  };
}

export function periodChangesReader(period: Period): ReadRow<LinkPeriodChanges> {
  return (row) => {
    const { data } = PeriodChangesWire.safeParse(row);
    const startsOn = toStart(period, data?.date);
    if (data === undefined || startsOn === null) return undefined;
    return {
      startsOn,
      newBacklinks: toCount(data.new_backlinks),
      lostBacklinks: toCount(data.lost_backlinks),
      newReferringDomains: toCount(data.new_referring_domains),
      lostReferringDomains: toCount(data.lost_referring_domains),
    };
  };
}

const DAYS_A_WEEK = 7;

/** The first day of the period that a day is in. The provider names a period by its last day. */
function toStart(period: Period, text: string | null | undefined): string | null {
  const day = toTime(text);
  if (day === null) return null;
  if (period === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK));
  if (period === 'month' || period === 'year') day.setUTCDate(1);
  if (period === 'year') day.setUTCMonth(0);
  return day.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
