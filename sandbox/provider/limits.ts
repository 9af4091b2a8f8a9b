import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';

export const ACCOUNT_PER_MINUTE = 2_000;
/** Calls under way at once in a family that has such a limit. */
export const CONCURRENCY_MAX = 30;

export interface CallLimits {
  /** Counts a call; false when the account or the class has used up this minute. Refused calls count too. */
  admitRate(rateClass: string, perMinute: number | undefined): boolean;
  /** False when more calls are under way than a family allows. */
  admitConcurrent(openCalls: number, concurrencyMax: number | undefined): boolean;
  /** What is left of the account's minute. */
  remaining(): number;
}

/** Counters that are reset with every minute of real time. */
export function makeCallLimits(clock: Clock, isEnforced: boolean): CallLimits {
  let minute = 0;
  let calls = 0;
  let byClass = new Map<string, number>();

  const roll = (): void => {
    const current = Math.floor(clock.realNow() / MINUTE_MS);
    if (current === minute) return;
    minute = current;
    calls = 0;
    byClass = new Map();
  };

  return {
    admitRate(rateClass, perMinute) {
      roll();
      calls += 1;
      const ofClass = (byClass.get(rateClass) ?? 0) + 1;
      if (perMinute !== undefined) byClass.set(rateClass, ofClass);
      if (!isEnforced) return true;
      return calls <= ACCOUNT_PER_MINUTE && (perMinute === undefined || ofClass <= perMinute);
    },
    admitConcurrent: (openCalls, concurrencyMax) => !isEnforced || concurrencyMax === undefined || openCalls <= concurrencyMax,
    remaining() {
      roll();
      return Math.max(0, ACCOUNT_PER_MINUTE - calls);
    },
  };
}
