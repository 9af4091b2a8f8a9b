import { makeHoldUps, type WindowLimit } from './hold-ups.ts';
import { makeWaitingLine, type Enter } from './waiting-line.ts';

/** At most `limit` calls in any span of `windowMs`. */
export interface RateWindow extends WindowLimit {
  readonly windowMs: number;
}

/** A span of real time may end a little before its timer says so. */
const TIMER_MARGIN_MS = 1;

/**
 * Waits until each of the windows has a slot for one more call of this process. A caller that gives up has
 * taken no slot.
 */
export function makeProcessRateLimit(windows: readonly RateWindow[], holdUps = makeHoldUps()): Enter<void> {
  const counts = windows.map((window) => ({ ...window, calls: [] as number[] }));
  const ask = async (waiting: number) => {
    const now = performance.now();
    for (const { calls, windowMs } of counts) while ((calls[0] ?? now) <= now - windowMs) calls.shift();
    const present = counts.map((count) => ({ ...count, limit: holdUps.limitOf(count) }));
    const granted = Math.max(0, Math.min(waiting, ...present.map(({ limit, calls }) => limit - calls.length)));
    for (const { calls } of counts) for (let call = 0; call < granted; call += 1) calls.push(now);
    // A full window has room again when its first call has left it, or more than that when its limit has become smaller.
    const ends = present.map(({ limit, calls, windowMs }) => (calls[calls.length - limit] ?? -Infinity) + windowMs);
    const restMs = Math.max(0, ...ends.map((end) => end - now + TIMER_MARGIN_MS));
    return { slots: Array.from({ length: granted }, () => undefined), restMs };
  };
  return makeWaitingLine<void>({ ask, onRested: holdUps.note });
}

/** Waits until fewer than `concurrency` calls of this process are under way; what it gives ends the call. */
export function makeProcessConcurrencyLimit(concurrency: number): Enter<() => void> {
  let free = concurrency;
  let freed = Promise.withResolvers<void>();
  const giveBack = (): void => {
    free += 1;
    freed.resolve();
  };
  const ask = async (waiting: number) => {
    if (free === 0) {
      freed = Promise.withResolvers();
      await freed.promise;
    }
    const granted = Math.min(waiting, free);
    free -= granted;
    return { slots: Array.from({ length: granted }, () => giveBack), restMs: 0 };
  };
  return makeWaitingLine({ ask, giveBack: (end) => end() });
}
