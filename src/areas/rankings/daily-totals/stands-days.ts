import type { CheckInterval } from '#areas/keywords/index.ts';

/**
 * For how many days an outcome stands when no other check follows: until the next one is due, and a
 * week longer, for days on which the check did not work. After that nothing is known any more.
 */
const STANDS_DAYS: Readonly<Record<CheckInterval, number>> = { daily: 7, weekly: 14, monthly: 38, manual: 38 };

/** The longest that any outcome stands. */
export const STANDS_DAYS_MAX = Math.max(...Object.values(STANDS_DAYS));

export function toStandsDays(interval: CheckInterval): number {
  return STANDS_DAYS[interval];
}
