import { randomBelow } from '#kernel/chance.ts';
import { makeHoldUps, type WindowLimit } from './hold-ups.ts';
import { makeWaitingLine, type Enter } from './waiting-line.ts';

/** At most `limit` calls in any span of `windowMs`, over all processes that count under the key. */
export interface SharedRateWindow extends WindowLimit {
  readonly key: string;
  readonly windowMs: number;
  /** A slot that was given longer ago than this when the call can start may be counted no longer when it arrives. */
  readonly freshMs: number;
}

/** Counts calls over all processes that share an account; made by `app.ts` when there can be several. */
export interface RateCounter {
  /**
   * Takes up to `wanted` slots at once, each in all of the windows. `waitMs`: until a window that is
   * full has room again. A process that is held up says so, and every process gets slots by the smaller limit.
   * Never rejects: a counter without its store grants everything.
   */
  take(
    windows: readonly SharedRateWindow[],
    wanted: number,
    isHeldUp: boolean,
  ): Promise<{ readonly granted: number; readonly waitMs: number }>;
}

/** Processes that wait for the same window ask again within this part of it, and not all at once. */
const JITTER_SHARE = 0.02;
const JITTER_MS_MAX = 250;
/** A store that is always slow must not stop the calls: every third answer is used however late it is. */
const STALE_ANSWERS_MAX = 3;

/**
 * Waits until the windows of all processes have a slot for one more call. However many calls of this process wait, it
 * asks one question at a time, which takes slots for all of them; while no slot is free, it rests.
 */
export function makeSharedRateLimit(counter: RateCounter, windows: readonly SharedRateWindow[], holdUps = makeHoldUps()): Enter<void> {
  const freshMs = Math.min(...windows.map((window) => window.freshMs));
  const jitterMs = Math.min(JITTER_MS_MAX, ...windows.map((window) => window.windowMs * JITTER_SHARE));
  let staleAnswers = 0;
  const ask = async (waiting: number) => {
    const askedAt = performance.now();
    const wanted = Math.min(waiting, ...windows.map(holdUps.limitOf));
    const { granted, waitMs } = await counter.take(windows, wanted, holdUps.arePresent());
    const tookMs = performance.now() - askedAt;
    holdUps.note(tookMs);
    const isStale = granted > 0 && tookMs > freshMs;
    staleAnswers = isStale ? (staleAnswers + 1) % STALE_ANSWERS_MAX : 0;
    const slots = staleAnswers === 0 ? Array.from({ length: granted }, () => undefined) : [];
    return { slots, restMs: waitMs > 0 || granted === 0 ? waitMs + randomBelow(jitterMs) : 0 };
  };
  return makeWaitingLine<void>({ ask, onRested: holdUps.note });
}
