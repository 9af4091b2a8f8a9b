import type { CheckInterval } from '#areas/keywords/index.ts';

/**
 * For how many days an outcome stands when no other check follows: until the next one is due, and a
 * week longer, for days on which the check did not work. After that nothing is known any more.
 */
const VALIDITY_DAYS: Readonly<Record<CheckInterval, number>> = { daily: 7, weekly: 14, monthly: 38, manual: 38 };

/** The longest that any outcome stands. */
export const VALIDITY_DAYS_MAX = Math.max(...Object.values(VALIDITY_DAYS));

export function toValidityDays(interval: CheckInterval): number {
  return VALIDITY_DAYS[interval];
}
