/**
 * The money side of every outside call: estimate -> reserve -> call -> settle -> ledger row
 * (ARCHITECTURE.md, "Spending"). Providers know this port; the costs area implements it.
 */
import { messageOf } from '#kernel/errors.ts';

/** Service identifiers of specification 2.12. */
export const SERVICES = [
  'provider_app_info',
  'provider_app_list',
  'provider_serp',
  'provider_keywords',
  'provider_referring_domains',
  'provider_summary',
  'provider_backlinks',
  'provider_instant_pages',
  'scraper_basic',
  'scraper_premium',
  'scraper_js_render',
  'rss_feed',
  'store_a_lookup_api',
  'edge_d1_read',
  'edge_d1_write',
  'edge_kv',
  'edge_worker',
  'edge_native_fetch',
  'edge_workers_ai',
  'video_api',
] as const;
export type Service = (typeof SERVICES)[number];

export const SPEND_SOURCES = ['cron', 'api', 'queue', 'webhook', 'workflow'] as const;
export type SpendSource = (typeof SPEND_SOURCES)[number];

/** On whose behalf money is spent. */
export interface SpendScope {
  readonly source: SpendSource;
  readonly projectId?: string | undefined;
  /** The run whose caps count: a workflow id or a request id. */
  readonly runId?: string | undefined;
  readonly workflowType?: string | undefined;
  readonly apiKeyId?: string | undefined;
}

export interface PlannedCall {
  readonly service: Service;
  readonly endpoint: string;
  readonly estimateUsd: number;
  /** Our unique id of the call, echoed by the provider, so that a lost answer can be looked up. */
  readonly tag: string;
}

/** What the call cost, whether or not it gave what was wanted. */
export interface CallCost {
  /** The provider's own price. `undefined`: the answer was lost, the sweeper finds out. */
  readonly costUsd: number | undefined;
  readonly success: boolean;
  readonly itemsReturned?: number | undefined;
  /** The provider's id of the task. */
  readonly taskId?: string | undefined;
}

export interface Spending {
  /**
   * Reserves the estimate in every budget that applies, makes the call, settles to the provider's
   * price and writes the ledger row, also when the call fails. A call that was not made
   * (`UnsentCallError`) leaves no trace: its money and its place in the counts of calls are given
   * back at once, and there is no row, because a row stands for a call.
   * @throws BudgetExceededError before the call when a budget has no room
   */
  spend<Value>(
    scope: SpendScope,
    planned: PlannedCall,
    call: () => Promise<{ readonly value: Value; readonly cost: CallCost }>,
  ): Promise<Value>;
}

/** A failed call that nevertheless tells what it cost; `spend` books it and throws `cause` on. */
export class PaidCallError extends Error {
  readonly cost: CallCost;

  constructor(cause: Error, cost: CallCost) {
    super(cause.message, { cause });
    this.name = 'PaidCallError';
    this.cost = cost;
  }
}

/** The call was never made, for example given up while it waited for its turn; `spend` throws `cause` on. */
export class UnsentCallError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'UnsentCallError';
  }
}

/** What the provider's own books say of one call. */
export interface TaskRecord {
  readonly taskId: string;
  /** Our tag of the call; `undefined` when the books do not show it. */
  readonly tag: string | undefined;
  readonly costUsd: number;
}

/** What the provider's books say of a span of time. */
export interface TaskRecords {
  readonly records: readonly TaskRecord[];
  /** False: there were more than could be read. */
  readonly isComplete: boolean;
}

/** The provider's books: where the price of a lost answer is looked up. */
export interface TaskBooks {
  /** Whether calls of this endpoint stand in books that can be asked. */
  hasRecordsOf(endpoint: string): boolean;
  /**
   * Calls of the family of `endpoint` that began in a span of the provider's time. Free of charge; few
   * times a minute.
   * @throws OutsideError
   */
  fetchTaskRecords(endpoint: string, span: { readonly since: Date; readonly until: Date }, signal?: AbortSignal): Promise<TaskRecords>;
}
