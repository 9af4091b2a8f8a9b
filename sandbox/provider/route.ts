import type { SerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';
import type { FieldRules } from './fields.ts';
import type { FailureList } from './failures.ts';
import type { TaskQueue } from './queue.ts';
import type { TaskStore } from './tasks.ts';

/** A task of the request, after its fields were checked. */
export type TaskRequest = Readonly<Record<string, unknown>>;

/** What it takes to look something up in the world. */
export interface SearchTools {
  readonly world: World;
  readonly serp: SerpSource;
  /** The world's date. */
  now(): Date;
}

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

export interface TaskAnswer {
  readonly code: number;
  /** Stands in for the vendor's text of the code, for example to name the field. */
  readonly message?: string;
  readonly result: readonly unknown[] | null;
  readonly costUsd: number;
  /** Of a task taken into the queue: the code under which it will end. */
  readonly outcome?: number;
}

export type Form = 'advanced' | 'regular';

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

/** A function of the vendor that takes tasks into the queue. */
export interface QueueFunction {
  /** Its path without the operation, for example `/v3/serp/google/organic`. */
  readonly path: string;
  readonly forms: readonly Form[];
  /** The result of a task, its code and its queue price. */
  answer(tools: SearchTools, task: TaskRequest, form: Form): TaskAnswer;
  /** The same without the result, which is serialized only when it is read. */
  price(tools: SearchTools, task: TaskRequest): TaskAnswer;
}

export function ok(result: readonly unknown[] | null, costUsd = 0): TaskAnswer {
  return { code: 20_000, result, costUsd };
}

export function refused(code: number, message?: string): TaskAnswer {
  return { code, ...(message === undefined ? {} : { message }), result: null, costUsd: 0 };
}

export function invalidField(name: string): TaskAnswer {
  return refused(40_501, `Invalid Field: '${name}'.`);
}
