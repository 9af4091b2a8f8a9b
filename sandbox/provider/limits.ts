import type { Clock } from '#kernel/clock.ts';

export const ACCOUNT_PER_MINUTE = 2_000;
const MINUTE_MS = 60_000;

export interface RateLimits {
  /** Counts a call; false when the account or the path has used up this minute. Refused calls count too. */
  admit(path: string, perMinute: number | undefined): boolean;
  /** What is left of the account's minute. */
  remaining(): number;
}

/** Counters that start anew with every minute of real time. */
export function makeRateLimits(clock: Clock, isEnforced: boolean): RateLimits {
  let minute = 0;
  let calls = 0;
  let byPath = new Map<string, number>();

  const roll = (): void => {
    const current = Math.floor(clock.realNow() / MINUTE_MS);
    if (current === minute) return;
    minute = current;
    calls = 0;
    byPath = new Map();
  };

  return {
    admit(path, perMinute) {
      roll();
      calls += 1;
      const ofPath = (byPath.get(path) ?? 0) + 1;
      if (perMinute !== undefined) byPath.set(path, ofPath);
      if (!isEnforced) return true;
      return calls <= ACCOUNT_PER_MINUTE && (perMinute === undefined || ofPath <= perMinute);
    },
    remaining() {
      roll();
      return Math.max(0, ACCOUNT_PER_MINUTE - calls);
    },
  };
}
