import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { OutsideError } from '#kernel/errors.ts';
import { PAGE_SERVICE } from './user-agent.ts';

const HOSTS_MAX = 10_000;
/** No host is believed to be busy for longer. */
const PAUSE_MS_MAX = 3_600_000;

/** Hosts that asked for a pause. */
export interface PausedHosts {
  /** @throws OutsideError `rate_limited` while the pause lasts */
  check(host: string): void;
  /** Keeps the pause that a failure asks for. */
  note(host: string, error: unknown): void;
}

export function makePausedHosts(clock: Clock): PausedHosts {
  /** Until when, in real time. */
  const pausedUntil = new LRUCache<string, number>({ max: HOSTS_MAX });
  return {
    check(host) {
      const leftMs = (pausedUntil.get(host) ?? 0) - clock.realNow();
      if (leftMs > 0)
        throw new OutsideError({
          service: PAGE_SERVICE,
          kind: 'rate_limited',
          message: `${host} asked for a pause of ${Math.ceil(leftMs / 1_000)} s more`,
          retryAfterMs: leftMs,
        });
    },
    note(host, error) {
      if (error instanceof OutsideError && error.retryAfterMs !== undefined)
        pausedUntil.set(host, clock.realNow() + Math.min(error.retryAfterMs, PAUSE_MS_MAX));
    },
  };
}
