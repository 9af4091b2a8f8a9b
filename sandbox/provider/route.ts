import type { SerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';
import type { FieldRules } from './fields.ts';
import type { TaskStore } from './tasks.ts';

/** A task of the request, after its fields were checked. */
export type TaskRequest = Readonly<Record<string, unknown>>;

/** What an operation may use. */
export interface ProviderTools {
  readonly world: World;
  readonly serp: SerpSource;
  readonly tasks: TaskStore;
  /** The world's date. */
  now(): Date;
  /** What was charged since the start. */
  spentUsd(): number;
}

export interface TaskAnswer {
  readonly code: number;
  /** Stands in for the vendor's text of the code, for example to name the field. */
  readonly message?: string;
  readonly result: readonly unknown[] | null;
  readonly costUsd: number;
}

/** One operation of the vendor, as a value: later families are further values in the list. */
export interface ProviderRoute {
  readonly method: 'GET' | 'POST';
  /** `{name}` matches one segment. */
  readonly path: string;
  /** `live`: one task, charged, kept for `id_list`. */
  readonly kind: 'live' | 'utility' | 'reference';
  readonly perMinute?: number;
  readonly fields?: FieldRules;
  /** Echoed in `data` when the request does not say. */
  readonly defaults?: (task: TaskRequest) => TaskRequest;
  /** What a task costs although the engine gave nothing (40101, 40102). */
  readonly failureCostUsd?: number;
  answer(tools: ProviderTools, task: TaskRequest, params: Readonly<Record<string, string>>): TaskAnswer;
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
