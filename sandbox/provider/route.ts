import type { QueueFunction, SearchTools, TaskAnswer, TaskRequest } from './answer.ts';
import type { FieldRules } from './fields.ts';
import type { FailureList } from './failures.ts';
import type { TaskQueue } from './queue.ts';
import type { TaskStore } from './tasks.ts';

/** What an operation may use. */
export interface ProviderTools extends SearchTools {
  /** The world's date by the provider's own clock, which may be wrong: it dates the record of calls. */
  vendorNow(): Date;
  readonly tasks: TaskStore;
  readonly queue: TaskQueue;
  readonly failures: FailureList;
  /** What was charged since the start. */
  spentUsd(): number;
}

/** One operation of the vendor, as a value: later families are further values in the list. */
export interface ProviderRoute {
  readonly method: 'GET' | 'POST';
  /** `{name}` matches one segment. */
  readonly path: string;
  /**
   * `live`: charged and answered at once, kept for `id_list`. `queue`: charged, answered later.
   * `collect`: the answer of the queued task whose id is in the path.
   */
  readonly kind: 'live' | 'queue' | 'collect' | 'utility' | 'reference';
  /** One unless said otherwise. */
  readonly tasksMax?: number;
  readonly perMinute?: number;
  /** Operations that use up one limit together; each has its own when left out. */
  readonly rateClass?: string;
  /** Calls under way at once in the whole family. */
  readonly concurrencyMax?: number;
  readonly fields?: FieldRules;
  /** Echoed in `data` when the request does not say. */
  readonly defaults?: (task: TaskRequest) => TaskRequest;
  /** What a task costs although the engine gave nothing (40101, 40102). */
  readonly failureCostUsd?: number;
  /** The function that works on the tasks of a `queue` operation. */
  readonly work?: QueueFunction;
  answer(tools: ProviderTools, task: TaskRequest, params: Readonly<Record<string, string>>): TaskAnswer;
}
