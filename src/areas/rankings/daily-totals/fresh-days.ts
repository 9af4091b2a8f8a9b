import { addDays, listDays } from '#kernel/days.ts';
import { STANDS_DAYS_MAX } from './stands-days.ts';

/** A day of a project's history. */
export interface DayCounts {
  readonly day: string;
  /** Rows of history with this date. */
  readonly rows: number;
  /** From how many it was worked out; undefined: it was not yet. */
  readonly keptRows: number | undefined;
}

/** What is known of days that have history, or were worked out, or both. */
export function toDayCounts(
  counts: readonly { readonly day: string; readonly rows: number }[],
  kept: readonly { readonly day: string; readonly sourceRows: number }[],
): DayCounts[] {
  const rowsOf = new Map(counts.map(({ day, rows }) => [day, rows]));
  const keptOf = new Map(kept.map(({ day, sourceRows }) => [day, sourceRows]));
  const days = [...new Set([...rowsOf.keys(), ...keptOf.keys()])].toSorted();
  return days.map((day) => ({ day, rows: rowsOf.get(day) ?? 0, keptRows: keptOf.get(day) }));
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
    const { rows = 0, keptRows } = byDay.get(day) ?? {};
    if (rows > 0) standsUntil = addDays(day, STANDS_DAYS_MAX - 1);
    const isKept = keptRows === rows;
    const needsNone = keptRows === undefined && day > standsUntil;
    if (!isKept && !needsNone) return day;
  }
  return undefined;
}
