import type { SpendScope } from '../metering.ts';
import type { FetchOptions } from './fetch-options.ts';

export const ENGINES = ['engine_a', 'engine_b'] as const;
/** `engine_a` is Google, `engine_b` is Bing (docs/spec-gaps.md, wire rule 8). */
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
  /** Waits for an AI overview that arrives after the page. It costs extra; only one engine's organic pages have such. */
  readonly loadsOverview?: boolean | undefined;
}

/** A page that an AI overview names as its source. */
export interface OverviewReference {
  /** As the engine gave it, without the mark of the quoted words. */
  readonly url: string;
  readonly title: string | null;
  /** The name of the site as the overview shows it. */
  readonly source: string | null;
}

/** What an AI overview says. */
export interface AiOverview {
  /** Markdown; null: it has none, or the text is not kept where it was read from. */
  readonly text: string | null;
  /** In the order of the overview, each page once: their place is the index from 1. */
  readonly references: readonly OverviewReference[];
}

/** One element of a result page, in the provider's order, nothing dropped. */
export interface SerpItem {
  /** `organic`, `paid`, `local_pack`, `featured_snippet`, `people_also_ask`, ... unknown ones too. */
  readonly type: string;
  /** Rank among its own type. */
  readonly rankGroup: number;
  /** Rank among everything. */
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
  /** Of an element `ai_overview`; null or absent: it came after the page and was not loaded. */
  readonly overview?: AiOverview | null;
  /** Of an element `people_also_ask`: its questions, in their order. */
  readonly questions?: readonly string[];
}

/** The type of the element with questions that people also ask. */
export const PAGE_QUESTIONS = 'people_also_ask';

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
  /** `ProviderIdentity.name` */
  readonly provider: string;
}

/** A page out of the queue. What it cost is known from the post. */
export type QueuedSerpAnswer = Omit<SerpAnswer, 'costUsd'> & {
  /** Ours of the task, where the answer repeats it. */
  readonly tag: string | undefined;
};

/** Result pages at once, charged at once. */
export interface LiveSerps {
  /** What one request will cost at most, in USD. */
  estimateSerpUsd(request: SerpRequest): number;
  /**
   * Reads one result page now.
   * @throws OutsideError for every failure, `credentials_missing` included
   * @throws BudgetExceededError when a budget has no room
   */
  fetchSerp(request: SerpRequest, scope: SpendScope, options?: FetchOptions<SerpAnswer>): Promise<SerpAnswer>;
}
