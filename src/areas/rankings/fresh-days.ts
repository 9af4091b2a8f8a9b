import { addDays, listDays } from '#kernel/days.ts';
import type { DayCounts } from './analytics/kept-days.ts';
import { STANDS_DAYS_MAX } from './stands-days.ts';

/**
 * The first day whose sums have to be worked out anew: it was not worked out yet, or from other rows
 * than there are now. All days after it may stand on it. A day on which nothing can stand, because
 * there is no row for long, needs no sums.
 * @param counts of all days from `first` to `last` that have any
 */
export function findStaleDay(
  counts: readonly DayCounts[],
  { first, last }: { readonly first: string; readonly last: string },
): string | undefined {
  const byDay = new Map(counts.map((count) => [count.day, count]));
  let standsUntil = '';
  for (const day of listDays(first, last)) {
    const { rows = 0, keptRows } = byDay.get(day) ?? {};
    if (rows > 0) standsUntil = addDays(day, STANDS_DAYS_MAX - 1);
    const isKept = keptRows === rows;
    const needsNone = keptRows === undefined && day > standsUntil;
    if (!isKept && !needsNone) return day;
  }
  return undefined;
}
