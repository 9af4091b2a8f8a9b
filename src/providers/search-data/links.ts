import type { SpendScope } from '../metering.ts';
import type { KeywordMetrics } from './keyword-metrics.ts';

/** Rows that one call gives at most. */
export const LINK_ROWS_PER_CALL = 1_000;

export const LINK_STATUSES = ['live', 'lost', 'all'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** What calls about a domain are: each has its own price. */
export const LINK_CALLS = ['summary', 'backlinks', 'referring_domains', 'anchors', 'history', 'changes', 'ranked_keywords'] as const;
export type LinkCall = (typeof LINK_CALLS)[number];

/** A page of a list. Targets are hosts without scheme and `www.`. */
export interface LinkListRequest {
  readonly target: string;
  /** 1 to `LINK_ROWS_PER_CALL`. */
  readonly limit: number;
  /** Rows to leave out; of backlinks at most 20,000, further with the token of the page before. */
  readonly offset?: number | undefined;
  readonly status?: LinkStatus | undefined;
  /** Only what came or was lost since; with `status` `all` both. */
  readonly since?: Date | undefined;
}

export interface LinkPage<Row> {
  readonly rows: readonly Row[];
  /** Rows that came, those included that could not be read: the next page begins so much further. */
  readonly came: number;
  /** Rows that there are in all; null: the provider does not say. */
  readonly total: number | null;
  /** Where the next page begins; null: use the offset, or this is the last one. */
  readonly nextToken: string | null;
  readonly costUsd: number;
}

/** One link. Ranks from 0 to 100. */
export interface Backlink {
  readonly domainFrom: string;
  readonly urlFrom: string;
  readonly urlTo: string;
  readonly anchor: string | null;
  /** `anchor`, `image`, `redirect`, `canonical`, ... */
  readonly itemType: string;
  readonly attributes: readonly string[];
  readonly isDofollow: boolean;
  readonly isBroken: boolean;
  readonly isLost: boolean;
  readonly rank: number | null;
  readonly pageFromRank: number | null;
  readonly domainFromRank: number | null;
  /** 0 to 100. */
  readonly spamScore: number | null;
  readonly pageFromTitle: string | null;
  readonly pageFromLanguage: string | null;
  readonly domainFromCountry: string | null;
  readonly platformTypes: readonly string[];
  readonly semanticLocation: string | null;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
}

export interface ReferringDomain {
  readonly domain: string;
  /** 0 to 100. */
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly spamScore: number | null;
  readonly referringPages: number | null;
  /** Links by type of platform; one link may be in several. */
  readonly platformTypes: Readonly<Record<string, number>>;
  readonly firstSeen: Date | null;
  readonly lostDate: Date | null;
}

export interface LinkAnchor {
  readonly anchor: string;
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly referringDomains: number | null;
  readonly firstSeen: Date | null;
  readonly lostDate: Date | null;
}

/** Sums of all links to a target now. */
export interface LinkSummary {
  /** 0 to 100. */
  readonly rank: number | null;
  readonly backlinks: number;
  readonly backlinksNofollow: number | null;
  readonly referringDomains: number;
  readonly referringMainDomains: number | null;
  readonly spamScore: number | null;
  readonly platformTypes: Readonly<Record<string, number>>;
  readonly firstSeen: Date | null;
  readonly lostDate: Date | null;
}

/** How it stood at the end of a period. */
export interface LinkPeriod {
  /** First day of the period, `YYYY-MM-DD`. */
  readonly startsOn: string;
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly backlinksNofollow: number | null;
  readonly referringDomains: number | null;
  readonly referringMainDomains: number | null;
}

export interface LinkPeriodChanges {
  readonly startsOn: string;
  readonly newBacklinks: number | null;
  readonly lostBacklinks: number | null;
  readonly newReferringDomains: number | null;
  readonly lostReferringDomains: number | null;
}

export interface LinkSeriesRequest {
  readonly target: string;
  /** Days, both in it; the series begins 2019-01-30. */
  readonly from: string;
  readonly until: string;
  readonly period: 'day' | 'week' | 'month' | 'year';
}

export interface RankedKeywordsRequest {
  readonly target: string;
  /** A country that the provider's database of keywords has, in a language it has there. */
  readonly locationCode: number;
  readonly languageCode: string;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** A keyword that a domain ranks for. */
export interface RankedKeyword extends Pick<
  KeywordMetrics,
  'searchVolume' | 'cpc' | 'competition' | 'competitionLevel' | 'keywordDifficulty' | 'intent'
> {
  readonly keyword: string;
  /** `organic`, `paid`, `featured_snippet`, `local_pack`, ... */
  readonly itemType: string;
  readonly rankGroup: number | null;
  readonly rankAbsolute: number | null;
  readonly previousRankAbsolute: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly isNew: boolean | null;
  readonly isUp: boolean | null;
  readonly isDown: boolean | null;
  /** Visits a month that the position is thought to bring. */
  readonly estimatedTraffic: number | null;
  readonly checkedAt: Date | null;
}

/** An answer about a target; null for an unknown target, which is charged all the same. */
export interface LinkAnswer<Value> {
  readonly value: Value | null;
  readonly costUsd: number;
}

/**
 * Who links to a domain, and what it ranks for. Every call asks
 * for ranks from 0 to 100 and for whole maps, and is reserved and booked on its own.
 * Every method throws OutsideError for a failure (`credentials_missing` included) and
 * BudgetExceededError when a budget has no room. A target that the index does not know is an answer:
 * an empty page with a total of 0, or a null value.
 */
export interface LinkIndex {
  /** What one call costs at most, in USD. @param rows that it asks for */
  estimateLinkCallUsd(call: LinkCall, rows: number): number;
  /** Whether ranked keywords of a market can be asked for. */
  hasRankedKeywords(locationCode: number, languageCode: string): boolean;
  fetchLinkSummary(target: string, scope: SpendScope, signal?: AbortSignal): Promise<LinkAnswer<LinkSummary>>;
  /** @param token of the page before; everything else must be as it was then */
  fetchBacklinks(
    request: LinkListRequest & { readonly token?: string | undefined },
    scope: SpendScope,
    signal?: AbortSignal,
  ): Promise<LinkPage<Backlink>>;
  fetchReferringDomains(request: LinkListRequest, scope: SpendScope, signal?: AbortSignal): Promise<LinkPage<ReferringDomain>>;
  fetchAnchors(request: LinkListRequest, scope: SpendScope, signal?: AbortSignal): Promise<LinkPage<LinkAnchor>>;
  /** Oldest first. */
  fetchLinkHistory(request: LinkSeriesRequest, scope: SpendScope, signal?: AbortSignal): Promise<LinkAnswer<readonly LinkPeriod[]>>;
  /** Oldest first. */
  fetchLinkChanges(request: LinkSeriesRequest, scope: SpendScope, signal?: AbortSignal): Promise<LinkAnswer<readonly LinkPeriodChanges[]>>;
  fetchRankedKeywords(request: RankedKeywordsRequest, scope: SpendScope, signal?: AbortSignal): Promise<LinkPage<RankedKeyword>>;
}
