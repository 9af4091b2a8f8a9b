import type { SpendScope } from '../metering.ts';
import type { FetchOptions } from './fetch-options.ts';

/** `labs`: the provider's own database, by country. `google_ads`: the ads planner, where that does not reach; it has no difficulty. */
export type MetricsSource = 'labs' | 'google_ads';

export const KEYWORD_INTENTS = ['commercial', 'informational', 'transactional', 'navigational'] as const;
export type KeywordIntent = (typeof KEYWORD_INTENTS)[number];

export const COMPETITION_LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type CompetitionLevel = (typeof COMPETITION_LEVELS)[number];

/** What keywords are asked about in one call; all in one location and language. */
export interface KeywordsRequest {
  readonly source: MetricsSource;
  /** At most `keywordsPerCall`. */
  readonly keywords: readonly string[];
  /** `labs` knows countries only. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** Only `labs`: searches as they are seen of people, which doubles the price. */
  readonly withClickstream?: boolean | undefined;
}

export interface MonthlySearches {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly searchVolume: number;
}

/** Searches by another way of counting. */
export interface SearchSeries {
  readonly searchVolume: number | null;
  /** Newest first. */
  readonly monthlySearches: readonly MonthlySearches[];
}

/** Searches of people whose browsing is known. */
export interface ClickstreamMetrics extends SearchSeries {
  /** Searches by `female` and `male`. */
  readonly genders: Readonly<Record<string, number>>;
  /** Searches by age: `18-24`, `25-34`, `35-44`, `45-54`, `55-64`. */
  readonly ages: Readonly<Record<string, number>>;
}

/** What the result page of a keyword looks like. */
export interface SerpInfo {
  readonly checkUrl: string | null;
  /** Types of its elements. */
  readonly itemTypes: readonly string[];
  readonly resultsCount: number | null;
  readonly checkedAt: Date | null;
}

/** What the provider knows of a keyword. */
export interface KeywordMetrics {
  /** Normalized. */
  readonly keyword: string;
  /** Average searches a month. */
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  /** 0 to 1. */
  readonly competition: number | null;
  readonly competitionLevel: CompetitionLevel | null;
  /** 0 to 100. */
  readonly keywordDifficulty: number | null;
  readonly intent: KeywordIntent | null;
  /** Newest first. */
  readonly monthlySearches: readonly MonthlySearches[];
  /** The provider's numbers of categories. */
  readonly categories: readonly number[];
  /** What advertisers pay at the foot and at the head of the first page, in USD. */
  readonly bids?: { readonly low: number | null; readonly high: number | null } | undefined;
  /** This and what follows are of `labs` only. Null: not known, or not asked for. */
  readonly normalizedByBing?: SearchSeries | null | undefined;
  /** Asked for by `withClickstream`. */
  readonly normalizedByClickstream?: SearchSeries | null | undefined;
  /** Asked for by `withClickstream`. */
  readonly clickstream?: ClickstreamMetrics | null | undefined;
  /** Asked for by `withSerpInfo`. */
  readonly serpInfo?: SerpInfo | null | undefined;
}

/** What became of a question about keywords. */
export type KeywordsAnswer =
  /** `metrics` by normalized keyword; keywords that are not in it are unknown to the provider. */
  { readonly state: 'answered'; readonly metrics: ReadonlyMap<string, KeywordMetrics>; readonly costUsd: number } | KeywordsRefusal;

/** Nothing was answered or charged. */
export type KeywordsRefusal =
  /** Because of at least one keyword; `named`: those that the provider named. */
  | { readonly state: 'refused'; readonly what: 'keywords'; readonly named: readonly string[]; readonly reason: string }
  /** The provider does not serve the location or the language. */
  | { readonly state: 'refused'; readonly what: 'location'; readonly reason: string };

/** The paid source of metrics of keywords. */
export interface KeywordData {
  /** The source for keywords of a country (`undefined`: not known which) in a language. */
  findMetricsSource(countryCode: number | undefined, languageCode: string): MetricsSource;
  keywordsPerCall(source: MetricsSource): number;
  /** Whether a keyword is short enough to be asked about. */
  takesKeyword(keyword: string): boolean;
  /** What one call will cost at most, in USD. */
  estimateKeywordsUsd(request: Pick<KeywordsRequest, 'source' | 'keywords' | 'withClickstream'>): number;
  /**
   * Asks for metrics now.
   * @throws OutsideError for every failure, `credentials_missing` included
   * @throws BudgetExceededError when a budget has no room
   */
  fetchKeywords(request: KeywordsRequest, scope: SpendScope, options?: FetchOptions<KeywordsAnswer>): Promise<KeywordsAnswer>;
}
