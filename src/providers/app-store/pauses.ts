import type { Clock } from '#kernel/clock.ts';
import { AppStoreError } from './errors.ts';

/** The part of the service's cache that is needed here; providers touch no store. */
export interface SharedCache {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
}

/** No service is believed to be busy for longer. */
const PAUSE_MS_MAX = 3_600_000;
/** Doublings when the store goes on asking for pauses. */
const DOUBLINGS_MAX = 5;

/** Pauses that a store asked for; they hold over all processes. */
export interface Pauses {
  /** @throws AppStoreError `throttled` while a pause lasts */
  check(service: string): Promise<void>;
  /**
   * Begins a pause, twice as long as the last one when the store asks again soon after it.
   * @param leastMs the length of the first pause; the store's own `Retry-After` wins when it is longer
   * @returns how long it lasts, in milliseconds
   */
  begin(service: string, leastMs: number, retryAfterMs: number | undefined): Promise<number>;
}

/** What this process knows of the last pause of a service, in real time. */
interface LastPause {
  readonly untilMs: number;
  readonly lengthMs: number;
  readonly doublings: number;
}

export function makePauses(cache: SharedCache, clock: Clock): Pauses {
  const last = new Map<string, LastPause>();
  return {
    check: async (service) => {
      const untilMs = (await cache.get<number>(keyOf(service))) ?? 0;
      const leftMs = untilMs - clock.realNow();
      if (leftMs > 0) throw throttled(service, leftMs);
    },
    begin: async (service, leastMs, retryAfterMs = 0) => {
      const now = clock.realNow();
      const before = last.get(service);
      // Answers to calls that were under way when a pause began ask for no further one.
      const isSame = before !== undefined && now < before.untilMs;
      const isSoon = before !== undefined && now < before.untilMs + before.lengthMs;
      const doublings = isSame ? before.doublings : isSoon ? Math.min(DOUBLINGS_MAX, before.doublings + 1) : 0;
      const lengthMs = Math.min(PAUSE_MS_MAX, Math.max(leastMs * 2 ** doublings, retryAfterMs));
      const untilMs = Math.max(now + (isSame ? retryAfterMs : lengthMs), isSame ? before.untilMs : 0);
      const leftMs = Math.min(PAUSE_MS_MAX, untilMs - now);
      last.set(service, { untilMs, lengthMs, doublings });
      await cache.set(keyOf(service), untilMs, leftMs);
      return leftMs;
    },
  };
}

export function throttled(service: string, retryAfterMs: number, code?: number): AppStoreError {
  return new AppStoreError({
    service,
    reason: 'throttled',
    message: `${service} asks for a pause of ${Math.ceil(retryAfterMs / 1_000)} s`,
    retryAfterMs,
    ...(code === undefined ? {} : { code }),
  });
}

function keyOf(service: string): string {
  return `app-store-pause:${service}`;
}
