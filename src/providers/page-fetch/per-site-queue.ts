import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { makeWaitingLine, type Enter } from '../waiting-line.ts';

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
  /** What it gives ends the turn. */
  readonly enter: Enter<() => void>;
  readonly rest: (ms: number) => void;
}

/** Lines of this process: each process keeps its own. */
export function makePerSiteQueue(clock: Clock): PerSiteQueue {
  const lines = new LRUCache<string, Line>({ max: SITES_MAX });
  return {
    run: async (site, signal, work) => {
      const line = lines.get(site) ?? makeLine(clock);
      lines.set(site, line);
      const end = await line.enter(signal);
      try {
        return await work({ rest: line.rest });
      } finally {
        end();
      }
    },
  };
}

function makeLine(clock: Clock): Line {
  let before: Promise<void> = Promise.resolve();
  let freeAtMs = 0;
  const ask = async () => {
    await before;
    const restMs = freeAtMs - clock.realNow();
    if (restMs > 0) return { slots: [], restMs };
    const turn = Promise.withResolvers<void>();
    before = turn.promise;
    return { slots: [() => turn.resolve()], restMs: 0 };
  };
  return {
    enter: makeWaitingLine<() => void>({ ask, giveBack: (end) => end() }),
    rest: (ms) => void (freeAtMs = clock.realNow() + ms),
  };
}
