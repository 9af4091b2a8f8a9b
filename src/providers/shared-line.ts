import { setTimeout as sleep } from 'node:timers/promises';
import { randomBelow } from '#kernel/chance.ts';

/** At most `limit` calls in any span of `windowMs`, over all processes that count under the key. */
export interface SharedWindow {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** A place that was given longer ago than this when the call can start may be counted no longer when it arrives. */
  readonly freshMs: number;
}

/** Counts calls over all processes that share an account; made by `app.ts` when there can be several. */
export interface RateCounter {
  /**
   * Takes up to `wanted` places at once, each in all of the windows. `waitMs`: until a window that is
   * full has room again. Never rejects: a counter without its store grants everything.
   */
  take(windows: readonly SharedWindow[], wanted: number): Promise<{ readonly granted: number; readonly waitMs: number }>;
}

export interface SharedLine {
  /** Resolves when the windows of all processes have a place for one more call. Rejects with the reason of the signal. */
  enter(signal: AbortSignal | undefined): Promise<void>;
}

/** Processes that wait for the same window ask again within this part of it, and not all at once. */
const JITTER_SHARE = 0.02;
const JITTER_MS_MAX = 250;
/** A store that is always slow must not stop the calls: every third answer is used however late it is. */
const STALE_ANSWERS_MAX = 3;

/**
 * Calls of one process that wait for places, in the order they came. However many wait, one question
 * is asked at a time and takes places for all of them; while there are none, nobody asks.
 */
export function makeSharedLine(counter: RateCounter, windows: readonly SharedWindow[]): SharedLine {
  const waiting = new Set<() => void>();
  const mostAtOnce = Math.min(...windows.map((window) => window.limit));
  const freshMs = Math.min(...windows.map((window) => window.freshMs));
  const jitterMs = Math.min(JITTER_MS_MAX, ...windows.map((window) => window.windowMs * JITTER_SHARE));
  let isServing = false;
  let rest: AbortController | undefined;
  let staleAnswers = 0;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (waiting.size > 0) {
      const askedAt = performance.now();
      const { granted, waitMs } = await counter.take(windows, Math.min(waiting.size, mostAtOnce));
      const isStale = granted > 0 && performance.now() - askedAt > freshMs;
      staleAnswers = isStale ? (staleAnswers + 1) % STALE_ANSWERS_MAX : 0;
      if (staleAnswers === 0) for (const enter of [...waiting].slice(0, granted)) enter();
      if (waiting.size > 0 && (waitMs > 0 || granted === 0)) {
        rest = new AbortController();
        await sleep(waitMs + randomBelow(jitterMs), undefined, { signal: rest.signal }).catch(() => undefined);
      }
    }
    isServing = false;
  };

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const leave = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', giveUp);
          // Nobody is left to wait for.
          if (waiting.size === 0) rest?.abort();
        };
        const enter = (): void => {
          leave();
          resolve();
        };
        const giveUp = (): void => {
          leave();
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(enter);
        if (!isServing) void serve();
      }),
  };
}
