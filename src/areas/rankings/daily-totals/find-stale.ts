import { addDays, listDays } from '#kernel/days.ts';
import { VALIDITY_DAYS_MAX } from './validity-days.ts';

/** A day of a project's history. */
export interface DayCounts {
  readonly day: string;
  /** Rows of history with this date. */
  readonly rows: number;
  /** From how many it was worked out; undefined: it was not yet. */
  readonly storedRows: number | undefined;
}

/** What is known of days that have history, or were worked out, or both. */
export function toDayCounts(
  counts: readonly { readonly day: string; readonly rows: number }[],
  stored: readonly { readonly day: string; readonly sourceRows: number }[],
): DayCounts[] {
  const rowsOf = new Map(counts.map(({ day, rows }) => [day, rows]));
  const storedOf = new Map(stored.map(({ day, sourceRows }) => [day, sourceRows]));
  const days = [...new Set([...rowsOf.keys(), ...storedOf.keys()])].toSorted();
  return days.map((day) => ({ day, rows: rowsOf.get(day) ?? 0, storedRows: storedOf.get(day) }));
}

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
    const { rows = 0, storedRows } = byDay.get(day) ?? {};
    if (rows > 0) standsUntil = addDays(day, VALIDITY_DAYS_MAX - 1);
    const isCurrent = storedRows === rows;
    const needsNone = storedRows === undefined && day > standsUntil;
    if (!isCurrent && !needsNone) return day;
  }
  return undefined;
}
