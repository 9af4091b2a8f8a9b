import type { SpendScope, TaskRecordSource } from '#providers/metering.ts';
import type { AppData } from './app-data.ts';
import type { KeywordData } from './keyword-figures.ts';
import type { LinkIndex } from './links.ts';
import type { KeywordLists } from './lists.ts';
import type { PageService } from './page-service.ts';
import type { AnswerWriter } from './paid-call.ts';
import type { TaskQueue } from './task-queue-types.ts';

export * from './app-data.ts';
export * from './keyword-figures.ts';
export { PAGE_WAYS, type PageWay, type ServicePage } from './page-service.ts';
export * from './task-queue-types.ts';

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

/** A page out of the queue. What it cost is known from the post. */
export type QueuedSerpAnswer = Omit<SerpAnswer, 'costUsd'> & {
  /** Ours of the task, where the answer repeats it. */
  readonly tag: string | undefined;
};

/** The present entry of one task in the provider's record. */
export interface ProviderTaskState {
  readonly taskId: string;
  /** The provider's status code; 40601 and 40602 while it is not done. */
  readonly code: number | null;
  readonly endpoint: string | null;
  readonly costUsd: number | null;
  readonly postedAt: Date | null;
  readonly doneAt: Date | null;
}

/** What the provider says of itself and of the account; free, and few times a minute. @throws OutsideError */
export interface AccountData {
  /** Whether the ads planner's figures of the last month are out. */
  fetchAdsStatus(signal?: AbortSignal): Promise<{
    readonly isUpToDate: boolean;
    /** A day as `YYYY-MM-DD`. */
    readonly updatedOn: string | null;
    readonly lastMonth: { readonly year: number; readonly month: number } | null;
  }>;
  /** Which of the provider's own APIs have a problem by its own word; none when all is well. */
  fetchTroubles(signal?: AbortSignal): Promise<readonly string[]>;
  /** Nulls where the account has no such limit. */
  fetchAccount(signal?: AbortSignal): Promise<{ readonly balanceUsd: number | null; readonly dailyLimit: number | null }>;
  /** Looks for a task of the family of `endpoint` among those posted in a span of the provider's time. */
  findProviderTask(
    endpoint: string,
    taskId: string,
    span: { readonly since: Date; readonly until: Date },
    signal?: AbortSignal,
  ): Promise<ProviderTaskState | undefined>;
}

/** An endpoint of the provider's own API. */
export interface ProviderEndpoint {
  /** With everything filled in. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly kind: 'live' | 'task_post' | 'tasks_ready' | 'tasks_fixed' | 'task_get' | 'utility_post' | 'reference';
  /** 0: it takes none. */
  readonly tasksMax: number;
  /** The family of its price. */
  readonly price: string;
}

/** Calls of the provider as an operator words them. */
export interface ProviderRelay {
  /** `undefined`: not an endpoint of the provider. */
  findProviderEndpoint(address: string): ProviderEndpoint | undefined;
  /** What such a call costs at most, in USD. */
  estimateRelayUsd(endpoint: ProviderEndpoint, payload: readonly Readonly<Record<string, unknown>>[]): number;
  /**
   * Makes the call and gives the answer unchanged, whatever it says.
   * @throws OutsideError when there is no answer of the provider
   * @throws BudgetExceededError when a budget has no room for all of it
   */
  relay(
    endpoint: ProviderEndpoint,
    payload: readonly Readonly<Record<string, unknown>>[],
    scope: SpendScope,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: unknown; readonly costUsd: number }>;
}

export interface FetchOptions<Answer> {
  readonly signal?: AbortSignal | undefined;
  /** Writes the answer in the transaction that books its price. What it throws is thrown on. */
  readonly record?: AnswerWriter<Answer> | undefined;
}

/** The paid source of result pages, of figures of keywords and of app stores. */
export interface SearchData
  extends TaskRecordSource, TaskQueue, AppData, KeywordData, KeywordLists, LinkIndex, PageService, AccountData, ProviderRelay {
  /** Whether credentials are there. */
  readonly isConfigured: boolean;
  /** What one request will cost at most, in USD. */
  estimateSerpUsd(request: SerpRequest): number;
  /**
   * Reads one result page now.
   * @throws OutsideError for every failure, `credentials_missing` included
   * @throws BudgetExceededError when a budget has no room
   */
  fetchSerp(request: SerpRequest, scope: SpendScope, options?: FetchOptions<SerpAnswer>): Promise<SerpAnswer>;
}
