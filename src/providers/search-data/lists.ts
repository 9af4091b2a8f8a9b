import type { SpendScope } from '../metering.ts';
import type { FetchOptions } from './fetch-options.ts';
import type { KeywordMetrics, KeywordIntent, KeywordsRefusal, MonthlySearches } from './keyword-metrics.ts';

/** Lists of keywords, and what is known of keywords beside their metrics. Each has its own price and limits. */
export const LIST_KINDS = [
  /** Keywords that contain a seed. */
  'suggestions',
  /** Keywords of the categories of up to 200 seeds. */
  'ideas',
  /** What people search next, from one seed. */
  'related',
  /** What the ads planner thinks of at up to 20 seeds. */
  'ads_related',
  /** Keywords that fit a site. */
  'for_site',
  'ads_for_site',
  'for_categories',
  'categories_for_keywords',
  'categories_for_domain',
  'intents',
  'ai_volumes',
  /** Searches of the months before the last twelve. */
  'history',
] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Rows that one call for a list gives at most. */
export const LIST_ROWS_PER_CALL = 1_000;
/** How far into a list `offset` reaches. */
export const LIST_OFFSET_MAX = 10_000;

/** Where a list holds: a country and one of its languages (`KeywordLists.hasLists`); the ads planner takes every location. */
export interface ListMarket {
  readonly locationCode: number;
  readonly languageCode: string;
}

/** A page of a list, and what its rows hold beside the usual metrics. */
export interface ListPageRequest extends ListMarket {
  /** 1 to `LIST_ROWS_PER_CALL`. */
  readonly limit: number;
  /** Rows to leave out, at most `LIST_OFFSET_MAX`. */
  readonly offset?: number | undefined;
  readonly withSerpInfo?: boolean | undefined;
  /** Doubles the price. */
  readonly withClickstream?: boolean | undefined;
}

/** Most searched first. */
export interface SuggestionsRequest extends ListPageRequest {
  readonly keyword: string;
  /** Gives the metrics of the seed itself as `seed`. */
  readonly withSeed?: boolean | undefined;
}

/** Most relevant first. */
export interface IdeasRequest extends ListPageRequest {
  /** 1 to 200. */
  readonly keywords: readonly string[];
}

/** `labs`: most searched first. Lists of the ads planner come whole, the most relevant first, and cost the same whatever is in them. */
export type RelatedRequest =
  | (ListPageRequest & { readonly source: 'labs'; readonly keyword: string })
  /** `keywords`: 1 to 20. */
  | (ListMarket & { readonly source: 'google_ads'; readonly keywords: readonly string[] });

/** Most relevant first. `target`: a host without scheme and `www.`. */
export type SiteKeywordsRequest =
  | (ListPageRequest & { readonly source: 'labs'; readonly target: string })
  | (ListMarket & { readonly source: 'google_ads'; readonly target: string });

/** Keywords of any of the categories, most searched first. */
export interface CategoryKeywordsRequest extends ListPageRequest {
  /** 1 to 20 of the provider's numbers. */
  readonly categoryIds: readonly number[];
}

export interface KeywordsOfLanguage {
  /** 1 to 1,000. */
  readonly keywords: readonly string[];
  readonly languageCode: string;
}

export interface KeywordsOfMarket extends ListMarket {
  /** 1 to 1,000. */
  readonly keywords: readonly string[];
}

export interface DomainCategoriesRequest extends ListMarket {
  /** A host without scheme and `www.`. */
  readonly target: string;
  /** 1 to `LIST_ROWS_PER_CALL`. */
  readonly limit: number;
}

/** Nothing was answered or charged. `target`, `categories`: the provider does not take the site, or one of the categories. */
export type ListRefusal = KeywordsRefusal | { readonly state: 'refused'; readonly what: 'target' | 'categories'; readonly reason: string };

/** An answer, which may be true and empty, or a refusal. */
export type ListAnswer<Value> = (Value & { readonly state: 'answered'; readonly costUsd: number }) | ListRefusal;

export interface KeywordRows {
  /** In the provider's order. */
  readonly rows: readonly KeywordMetrics[];
  /** Rows that came, those included that could not be read: the next page begins so much further. */
  readonly came: number;
  /** Rows that there are in all; null: the provider does not say. */
  readonly total: number | null;
  /** Metrics of the seed; null: not asked for, or unknown. */
  readonly seed: KeywordMetrics | null;
}

/** By normalized keyword. Keywords that are not in it are unknown to the provider. */
export interface ByKeyword<Value> {
  readonly byKeyword: ReadonlyMap<string, Value>;
}

export interface IntentChance {
  readonly label: KeywordIntent;
  /** 0 to 1. */
  readonly probability: number;
}

/** How often assistants are asked about a keyword. */
export interface AiVolume {
  readonly searchVolume: number | null;
  /** Newest first. */
  readonly monthlySearches: readonly MonthlySearches[];
}

/** A category that a domain ranks in. */
export interface DomainCategory {
  /** The provider's numbers from the root down; the last one is the category itself. */
  readonly path: readonly number[];
  /** Keywords of it that the domain ranks for. */
  readonly keywordsCount: number | null;
  /** Visits a month that they are thought to bring. */
  readonly estimatedTraffic: number | null;
}

export interface DomainCategories {
  /** Most keywords first; of equal ones the deepest. */
  readonly rows: readonly DomainCategory[];
  readonly total: number | null;
}

type Fetch<Request, Value> = (request: Request, scope: SpendScope, options?: FetchOptions<ListAnswer<Value>>) => Promise<ListAnswer<Value>>;

/**
 * Lists of keywords, reserved and booked call by call. Every method throws OutsideError for a failure
 * (`credentials_missing` included) and BudgetExceededError when a budget has no room. What the provider
 * knows nothing about is an answer without rows.
 */
export interface KeywordLists {
  /** Whether the provider's own database has lists for a country in a language; the ads planner has them for all. */
  hasLists(countryCode: number, languageCode: string): boolean;
  /** Keywords, or categories, that one call takes. */
  subjectsPerList(kind: ListKind): number;
  /** What one call costs at most, in USD. @param rows that it asks for: the limit of a page, or the number of keywords */
  estimateListUsd(kind: ListKind, rows: number, options?: { readonly withClickstream?: boolean | undefined }): number;
  fetchKeywordSuggestions: Fetch<SuggestionsRequest, KeywordRows>;
  fetchKeywordIdeas: Fetch<IdeasRequest, KeywordRows>;
  fetchRelatedKeywords: Fetch<RelatedRequest, KeywordRows>;
  fetchKeywordsForSite: Fetch<SiteKeywordsRequest, KeywordRows>;
  fetchKeywordsForCategories: Fetch<CategoryKeywordsRequest, KeywordRows>;
  /** The provider's numbers of categories, ancestors included. */
  fetchCategoriesForKeywords: Fetch<KeywordsOfLanguage, ByKeyword<readonly number[]>>;
  fetchCategoriesForDomain: Fetch<DomainCategoriesRequest, DomainCategories>;
  /** Most probable first; languages are recognized by the provider. */
  fetchIntents: Fetch<Pick<KeywordsOfLanguage, 'keywords'>, ByKeyword<readonly IntentChance[]>>;
  fetchAiVolumes: Fetch<KeywordsOfMarket, ByKeyword<AiVolume>>;
  /** Newest first, as far back as the provider's own database goes. */
  fetchKeywordHistory: Fetch<KeywordsOfMarket, ByKeyword<readonly MonthlySearches[]>>;
}
