import type { AskedQuestion, AssistantBook } from '../assistants/book.ts';
import type { SerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';

/** A task of the request, after its fields were checked. */
export type TaskRequest = Readonly<Record<string, unknown>>;

/** What it takes to look something up in the world. */
export interface SearchTools {
  readonly world: World;
  readonly serp: SerpSource;
  readonly assistants: AssistantBook;
  /** The world's date. */
  now(): Date;
}

export interface TaskAnswer {
  readonly code: number;
  /** Stands in for the vendor's text of the code, for example to name the field. */
  readonly message?: string;
  readonly result: readonly unknown[] | null;
  readonly costUsd: number;
  /** The code under which a queued task ends. */
  readonly outcome?: number;
  /** What an assistant was asked, and with what chance: kept with the task, so that its answer stays. */
  readonly asked?: AskedQuestion;
}

export type Form = 'advanced' | 'regular';

/** A function of the vendor that takes tasks into the queue. */
export interface QueueFunction {
  /** Its path without the operation, for example `/v3/serp/google/organic`. */
  readonly path: string;
  readonly forms: readonly Form[];
  /** The result of a task, its code and its queue price. */
  answer(tools: SearchTools, task: TaskRequest, form: Form, asked?: AskedQuestion): TaskAnswer;
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
