import type { CheckInterval } from '#areas/keywords/index.ts';

/**
 * For how many days an outcome is valid when no other check follows: until the next one is due, and about a
 * week longer, for days on which the check fails. After that the position is unknown.
 */
const VALIDITY_DAYS: Readonly<Record<CheckInterval, number>> = { daily: 7, weekly: 14, monthly: 38, manual: 38 };

/** The longest validity of any outcome, in days. */
export const VALIDITY_DAYS_MAX = Math.max(...Object.values(VALIDITY_DAYS));

export function toValidityDays(interval: CheckInterval): number {
  return VALIDITY_DAYS[interval];
}
