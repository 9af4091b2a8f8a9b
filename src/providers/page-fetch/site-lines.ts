import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { makeWaitingLine, type Enter } from '../limits/waiting-line.ts';

/** Sites in the cache; the least recently used is dropped first. */
const SITES_MAX = 10_000;

/** A request's slot in the line of its site. */
export interface SiteSlot {
  /** The next request to this site begins so long after the end of this one, at least. */
  rest(ms: number): void;
}

/** A line for each site of the web, in which requests to it wait. */
export interface SiteLines {
  /**
   * Runs `work` when the requests before it have ended and the site has rested.
   * @throws the reason of `signal` when the caller gave up while waiting
   */
  run<Result>(site: string, signal: AbortSignal | undefined, work: (slot: SiteSlot) => Promise<Result>): Promise<Result>;
}

interface Line {
  /** What it gives frees the slot. */
  readonly enter: Enter<() => void>;
  readonly rest: (ms: number) => void;
}

/** Lines of this process: each process keeps its own. */
export function makeSiteLines(clock: Clock): SiteLines {
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
    const slot = Promise.withResolvers<void>();
    before = slot.promise;
    return { slots: [() => slot.resolve()], restMs: 0 };
  };
  return {
    enter: makeWaitingLine<() => void>({ ask, giveBack: (end) => end() }),
    rest: (ms) => void (freeAtMs = clock.realNow() + ms),
  };
}
