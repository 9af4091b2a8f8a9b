import { addDays, listDays } from '#kernel/days.ts';
import type { StoredDay } from './analytics/stored-days.ts';
import { VALIDITY_DAYS_MAX } from './validity-days.ts';

/**
 * The first day whose totals must be computed: none are stored, or they were computed from other rows than
 * there are now. Totals of later days may depend on it. A day needs no totals when every row before it is too
 * old to be valid on it.
 * @param days all from `first` to `last` that have history or stored totals
 */
export function findStaleDay(
  days: readonly Pick<StoredDay, 'day' | 'rows' | 'storedRows'>[],
  { first, last }: { readonly first: string; readonly last: string },
): string | undefined {
  const byDay = new Map(days.map((day) => [day.day, day]));
  let validUntil = '';
  return listDays(first, last).find((day) => {
    const { rows = 0, storedRows = null } = byDay.get(day) ?? {};
    if (rows > 0) validUntil = addDays(day, VALIDITY_DAYS_MAX - 1);
    const needsNone = storedRows === null && day > validUntil;
    return storedRows !== rows && !needsNone;
  });
}
