/**
 * The money side of every outside call: estimate -> reserve -> call -> settle -> ledger row
 * (ARCHITECTURE.md, "Spending"). Providers know this port; the costs area implements it.
 */
import type { Cause } from '#kernel/spending/cause.ts';
import { messageOf, type BudgetExceededError } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';

export const SPEND_SOURCES = ['cron', 'api', 'queue', 'webhook', 'workflow'] as const;
export type SpendSource = (typeof SPEND_SOURCES)[number];

/** What a call to a store is about, as the ledger names it. */
export interface SpendSubject {
  readonly appId?: string | undefined;
  readonly categoryId?: string | undefined;
}

/** On whose behalf money is spent, who caused it, and on what. */
export interface SpendScope extends SpendSubject, Cause {
  readonly source: SpendSource;
  readonly projectId?: string | undefined;
  /**
   * Instead of `projectId`: projects that share the price, each an even part of it in its monthly budget
   * and a row of its own in the ledger. The parts add up to the price to the last millionth of a dollar;
   * what cannot be divided falls to those named first. A project named twice pays once; those whose
   * budget has no room are left out and the others pay, and only when none can pay is the call refused.
   */
  readonly projectIds?: readonly string[] | undefined;
  /** The run whose budget counts: a workflow id or a request id. */
  readonly runId?: string | undefined;
  readonly workflowType?: string | undefined;
}

export interface PlannedCall {
  /** One of the services that the manifests and the providers name. */
  readonly service: string;
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

/** One of several calls that go out together, for example a task of one POST, and on whose behalf. */
export interface ScopedCall extends PlannedCall {
  readonly scope: SpendScope;
}

export interface BatchOutcome<Value, Planned extends ScopedCall> {
  /** What the call gave; `undefined` when no budget had room for any of them, and nothing was called. */
  readonly value: Value | undefined;
  /** Those that were left out because a budget had no room, in their order. */
  readonly refused: readonly { readonly planned: Planned; readonly error: BudgetExceededError }[];
}

/**
 * Writes what a call gave, in the transaction that books its price, so that neither is there without the other.
 * It runs again when that transaction is rolled back.
 */
export type AnswerRecorder = (tx: Transaction) => Promise<void>;

export interface Spending {
  /**
   * Reserves the estimate in every budget that applies, makes the call, settles to the provider's
   * price and writes the ledger row, also when the call fails. A call that was not made
   * (`UnsentCallError`) leaves no trace: its money and its slot in the counts of calls are given
   * back at once, and no row is written.
   * @throws BudgetExceededError before the call when a budget has no room
   * @throws what `record` throws, once the price is booked without it
   */
  spend<Value>(
    scope: SpendScope,
    planned: PlannedCall,
    call: () => Promise<{ readonly value: Value; readonly cost: CallCost; readonly record?: AnswerRecorder | undefined }>,
  ): Promise<Value>;

  /**
   * The same for several calls that go out in one request. Each is reserved in its own budgets, in
   * their order, and those that find no room are left out; `call` is given the others and answers one
   * cost for each, in their order. They are booked one by one, each task of the provider once, however
   * often it is settled.
   *
   * What `call` throws is thrown on after it is booked: `UnsentCallError` gives everything back,
   * `PaidCallError` carries the cost of all of them together, and any other error means that they cost
   * nothing. A cost of `undefined` (and one that is missing) keeps the reservation for the sweeper, which
   * finds the price by the tag.
   */
  spendBatch<Value, Planned extends ScopedCall>(
    planned: readonly Planned[],
    call: (made: readonly Planned[]) => Promise<{ readonly value: Value; readonly costs: readonly CallCost[] }>,
  ): Promise<BatchOutcome<Value, Planned>>;
}

/** A failed call whose cost is known: it is booked, and `cause` is thrown on. */
export class PaidCallError extends Error {
  readonly cost: CallCost;

  constructor(cause: Error, cost: CallCost) {
    super(cause.message, { cause });
    this.name = 'PaidCallError';
    this.cost = cost;
  }
}

/** The call was never made, for example given up while it waited for its slot; `cause` is thrown on. */
export class UnsentCallError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'UnsentCallError';
  }
}

/** One call in the provider's record. */
export interface TaskRecord {
  readonly taskId: string;
  /** Our tag of the call; `undefined` when the record does not show it. */
  readonly tag: string | undefined;
  readonly costUsd: number;
  readonly endpoint: string | undefined;
  /** By our clock, to the second, as well as the difference to the provider's is known. */
  readonly postedAt: Date;
}

/** The provider's record of a span of time. */
export interface TaskRecords {
  readonly records: readonly TaskRecord[];
  /** False: there were more than could be read; the earliest are there. */
  readonly isComplete: boolean;
}

export interface RecordSpan {
  readonly since: Date;
  readonly until: Date;
  /** Reads six times as far, and no further than until calls with these tags are found. */
  readonly wantedTags?: ReadonlySet<string> | undefined;
}

/** The provider's record of calls and prices, where the price of a lost answer is looked up. */
export interface TaskRecordSource {
  /** Path prefixes of the families of endpoints that this service calls; the provider keeps one record for each. */
  readonly families: readonly string[];
  /** Whether calls of this endpoint are in a record that can be read. */
  hasRecordsOf(endpoint: string): boolean;
  /**
   * Calls of the family of `endpoint` that began in a span of time, the earliest first. The span is in our
   * clock and the provider's record in its own: the span is shifted by the difference that the
   * provider's answers show. Free of charge; few times a minute.
   * @throws OutsideError
   */
  fetchTaskRecords(endpoint: string, span: RecordSpan, signal?: AbortSignal): Promise<TaskRecords>;
}
