import { isRetryable } from '#kernel/errors.ts';

/** How often a step or a workflow is tried again, after which waits, and after which errors. */

/** Before the second, third and fourth try of a step. */
const RETRY_WAITS_MS: readonly number[] = [5_000, 10_000, 20_000];
/** From a try that ended because PostgreSQL is away to the next look whether it is back. */
export const STORE_AWAY_WAIT_MS = 1_000;
/** Tries of a step after the first, unless its queue says otherwise. */
export const RETRIES_MAX = 3;
/** One try of a step may take so long, unless the step says otherwise. */
export const STEP_TIMEOUT_MS = 600_000;
/** A workflow during which this many processes died becomes a dead letter. */
export const RECOVERIES_MAX = 50;

/** How a step is tried again; `none` is one try. */
export type Retry = 'standard' | 'none';

/**
 * The waits before the tries of a queue's steps, in milliseconds: one for each of its retries, the
 * last one repeated when there are more retries than waits. No waits, no retries.
 * @example toRetryWaits({ maxRetries: 4 }, [10, 20]) // [10, 20, 20, 20]
 */
export function toRetryWaits(
  { maxRetries = RETRIES_MAX }: { readonly maxRetries?: number },
  waitsMs: readonly number[] = RETRY_WAITS_MS,
): readonly number[] {
  const retries = waitsMs.length === 0 ? 0 : maxRetries;
  return Array.from({ length: retries }, (_, at) => waitsMs[Math.min(at, waitsMs.length - 1)] ?? 0);
}

/** A try of a step; the first has the number 1. */
export interface StepTry {
  readonly waitsMs: readonly number[];
  readonly retry: Retry | undefined;
  readonly attempt: number;
}

/** Whether no try follows this one, however it fails. */
export function isLastTry(stepTry: StepTry): boolean {
  return findStandardWaitMs(stepTry) === undefined;
}

/**
 * The wait after a failed try; `undefined`: there is no further try. An outside service's longer wait
 * (`retryAfterMs` of the error) wins over ours.
 */
export function findNextWaitMs(stepTry: StepTry, thrown: unknown): number | undefined {
  const ours = findStandardWaitMs(stepTry);
  if (ours === undefined || !isRetryable(thrown)) return undefined;
  const theirs = thrown instanceof Error && 'retryAfterMs' in thrown ? thrown.retryAfterMs : undefined;
  return typeof theirs === 'number' ? Math.max(ours, theirs) : ours;
}

function findStandardWaitMs({ waitsMs, retry, attempt }: StepTry): number | undefined {
  return retry === 'none' ? undefined : waitsMs[attempt - 1];
}
