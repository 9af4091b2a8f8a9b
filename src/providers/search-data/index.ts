import type { SpendScope, TaskBooks } from '#providers/metering.ts';

export const ENGINES = ['engine_a', 'engine_b'] as const;
/** `engine_a` is Google, `engine_b` is Bing (decisions, wire rule 8). */
export type Engine = (typeof ENGINES)[number];

/** `organic`: the result page with everything on it; `local`: the list of places. */
export const SERP_KINDS = ['organic', 'local'] as const;
export type SerpKind = (typeof SERP_KINDS)[number];

/** What the provider reads of which engine: places on one of them only. */
export const SERP_KINDS_OF: Readonly<Record<Engine, readonly SerpKind[]>> = { engine_a: SERP_KINDS, engine_b: ['organic'] };

export interface SerpRequest {
  readonly engine: Engine;
  readonly kind: SerpKind;
  readonly keyword: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: 'desktop' | 'mobile';
  /** Results to read, 10 to 200. */
  readonly depth: number;
  /** Domains at whose hit the provider stops reading (`until_found`). */
  readonly stopAtDomains?: readonly string[] | undefined;
}

/** One element of a result page, in the provider's order, nothing dropped. */
export interface SerpItem {
  /** `organic`, `paid`, `local_pack`, `featured_snippet`, `people_also_ask`, ... unknown ones too. */
  readonly type: string;
  /** Place among its own type. */
  readonly rankGroup: number;
  /** Place among everything. */
  readonly rankAbsolute: number;
  readonly page: number | null;
  readonly position: string | null;
  readonly xpath: string | null;
  readonly domain: string | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly isPaid: boolean;
  readonly isFeaturedSnippet: boolean;
  readonly ratingValue: number | null;
  readonly ratingCount: number | null;
  readonly cid: string | null;
  /** The engine's other id of a place; only lists of places have it. */
  readonly placeId?: string | null;
}

/** A result page that was really read. `items` is empty only when the engine said "no results". */
export interface SerpAnswer {
  readonly items: readonly SerpItem[];
  readonly checkUrl: string | null;
  readonly seResultsCount: number | null;
  readonly itemsCount: number;
  /** Element types on the page. */
  readonly features: readonly string[];
  /** How deep was really read: pages times ten, at most the depth asked for. */
  readonly checkedDepth: number;
  readonly costUsd: number;
  readonly taskId: string;
  readonly fetchedAt: Date;
  readonly provider: 'dataforseo';
}

/** `labs`: the provider's own database, by country. `google_ads`: the ads planner, where that does not reach; it tells no difficulty. */
export type FiguresSource = 'labs' | 'google_ads';

export const KEYWORD_INTENTS = ['commercial', 'informational', 'transactional', 'navigational'] as const;
export type KeywordIntent = (typeof KEYWORD_INTENTS)[number];

export const COMPETITION_LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type CompetitionLevel = (typeof COMPETITION_LEVELS)[number];

/** What keywords are asked about in one call; all in one place and language. */
export interface KeywordsRequest {
  readonly source: FiguresSource;
  /** At most `keywordsPerCall`. */
  readonly keywords: readonly string[];
  /** `labs` knows countries only. */
  readonly locationCode: number;
  readonly languageCode: string;
}

export interface MonthlySearches {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly searchVolume: number;
}

/** What the provider knows of a keyword. */
export interface KeywordFigures {
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
}

/** What became of a question about keywords. */
export type KeywordsAnswer =
  /** `figures` by normalized keyword; keywords that are not in it are unknown to the provider. */
  | { readonly state: 'answered'; readonly figures: ReadonlyMap<string, KeywordFigures>; readonly costUsd: number }
  /** Nothing was answered or charged, because of at least one keyword; `named`: those that the provider told. */
  | { readonly state: 'refused'; readonly what: 'keywords'; readonly named: readonly string[]; readonly reason: string }
  /** The provider does not serve the place or the language. */
  | { readonly state: 'refused'; readonly what: 'place'; readonly reason: string };

/** The paid source of figures of keywords. */
export interface KeywordData {
  /** Who can tell about keywords of a country (`undefined`: not known which) in a language. */
  findFiguresSource(countryCode: number | undefined, languageCode: string): FiguresSource;
  keywordsPerCall(source: FiguresSource): number;
  /** Whether a keyword is short enough to be asked about. */
  takesKeyword(keyword: string): boolean;
  /** What one call will cost at most, in USD. */
  estimateKeywordsUsd(request: Pick<KeywordsRequest, 'source' | 'keywords'>): number;
  /**
   * Asks for figures now.
   * @throws OutsideError for every failure, `credentials_missing` included
   * @throws BudgetExceededError when a budget has no room
   */
  fetchKeywords(request: KeywordsRequest, scope: SpendScope, signal?: AbortSignal): Promise<KeywordsAnswer>;
}

/** The paid source of result pages and of figures of keywords. */
export interface SearchData extends TaskBooks, KeywordData {
  /** Whether credentials are there. */
  readonly isConfigured: boolean;
  /** What one request will cost at most, in USD. */
  estimateSerpUsd(request: SerpRequest): number;
  /**
   * Reads one result page now.
   * @throws OutsideError for every failure, `credentials_missing` included
   * @throws BudgetExceededError when a budget has no room
   */
  fetchSerp(request: SerpRequest, scope: SpendScope, signal?: AbortSignal): Promise<SerpAnswer>;
}
