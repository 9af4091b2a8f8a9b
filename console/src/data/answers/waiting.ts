import { ApiError, STOPPED } from './api-error.ts';
import { makeStore } from '../store.ts';

/** After which people want to know that something is still on its way. */
const LONG_MS = 5000;

interface Wait {
  /** Ends it; what changes something is not ended, because it may have been done. */
  readonly stop?: (() => void) | undefined;
  isLong: boolean;
}

const waits = new Set<Wait>();

/** What of that which is waited for takes long: nothing, answers that can be given up, or only changes, which cannot. */
export const longWait = makeStore<'none' | 'answers' | 'changes'>('none');

function update(): void {
  const long = [...waits].filter(({ isLong }) => isLong);
  longWait.set(long.length === 0 ? 'none' : long.some(({ stop }) => stop) ? 'answers' : 'changes');
}

/** Gives up every answer that takes long. */
export function stopWaiting(): void {
  for (const { isLong, stop } of waits) if (isLong) stop?.();
}

/**
 * Runs a request, and knows of it while it is on its way.
 * @param given ends the request, when it asks for an answer; without one it is a change
 * @throws ApiError when the person did not wait for it; what the request throws
 */
export async function whileWaiting<Result>(
  given: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  const ending = given && new AbortController();
  const wait: Wait = { stop: ending && (() => ending.abort()), isLong: false };
  waits.add(wait);
  const timer = setTimeout(() => {
    wait.isLong = true;
    update();
  }, LONG_MS);
  try {
    return await run(given && ending ? AbortSignal.any([given, ending.signal]) : undefined);
  } catch (error) {
    throw ending?.signal.aborted ? new ApiError({ status: STOPPED }) : error;
  } finally {
    clearTimeout(timer);
    waits.delete(wait);
    update();
  }
}
