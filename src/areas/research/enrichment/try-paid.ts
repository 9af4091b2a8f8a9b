import { AppError, BudgetExceededError, messageOf, OutsideError } from '#kernel/errors.ts';

/** What a paid answer gave, or why a site is judged without it. */
export type Tried<Value> =
  | { readonly value: Value; readonly costUsd: number; readonly note?: undefined }
  | { readonly value?: undefined; readonly costUsd: number; readonly note: string };

/**
 * Asks for something that a site can be judged without: a failure of its source, a spent budget and an interrupted answer
 * are notes.
 * @param what the beginning of a sentence: what is missing
 * @throws what is no failure of the outside, and everything once `signal` is aborted
 */
export async function tryPaid<Value>(
  what: string,
  ask: () => Promise<{ readonly value: Value; readonly costUsd: number }>,
  signal?: AbortSignal,
): Promise<Tried<Value>> {
  try {
    return await ask();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof BudgetExceededError) return { costUsd: 0, note: `${what} took no part: ${error.message}` };
    if (error instanceof OutsideError || error instanceof AppError)
      return { costUsd: costOf(error), note: `${what} took no part: ${messageOf(error)}` };
    throw error;
  }
}

/** An answer that is of no use may have been paid. */
function costOf(error: Error): number {
  return 'costUsd' in error && typeof error.costUsd === 'number' ? error.costUsd : 0;
}
