import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';

/** Sites in the cache; the least recently used is dropped first. */
const SITES_MAX = 10_000;

/** What a request's turn is good for. */
export interface Turn {
  /** The next request to this site begins so long after the end of this one, at least. */
  rest(ms: number): void;
}

/** One line of requests for each site of the web. */
export interface PerSiteQueue {
  /**
   * Runs `work` when the requests before it have ended and the site has rested.
   * @throws the reason of `signal` when the caller gave up while waiting
   */
  run<Result>(site: string, signal: AbortSignal | undefined, work: (turn: Turn) => Promise<Result>): Promise<Result>;
}

interface Line {
  tail: Promise<void>;
  freeAtMs: number;
}

/** Lines of this process: each process keeps its own. */
export function makePerSiteQueue(clock: Clock): PerSiteQueue {
  const lines = new LRUCache<string, Line>({ max: SITES_MAX });
  return {
    run: async (site, signal, work) => {
      const line = lines.get(site) ?? { tail: Promise.resolve(), freeAtMs: 0 };
      lines.set(site, line);
      const before = line.tail;
      const turn = Promise.withResolvers<void>();
      // A caller that gives up while waiting keeps its place, so that the next one does not overtake those before.
      line.tail = before.then(() => turn.promise);
      try {
        await waitFor(before, signal);
        signal?.throwIfAborted();
        const waitMs = line.freeAtMs - clock.realNow();
        if (waitMs > 0) await rest(waitMs, signal);
        return await work({ rest: (ms) => void (line.freeAtMs = clock.realNow() + ms) });
      } finally {
        turn.resolve();
      }
    },
  };
}

async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}

/** Waits for what never fails, and no longer than the caller does. */
async function waitFor(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return turn;
  signal.throwIfAborted();
  const givenUp = Promise.withResolvers<never>();
  const giveUp = (): void => givenUp.reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([turn, givenUp.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
