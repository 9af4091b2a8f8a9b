import { addDays, listDays } from '#kernel/days.ts';
import { VALIDITY_DAYS_MAX } from './validity-days.ts';

/** A day of a project's history. */
export interface DayCounts {
  readonly day: string;
  /** Rows of history with this date. */
  readonly rows: number;
  /** How many rows the stored totals were computed from; undefined: none are stored. */
  readonly storedRows: number | undefined;
}

/** The counts of all days that have history, stored totals, or both; oldest first. */
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
 * The first day whose totals must be computed: none are stored, or they were computed from other rows than
 * there are now. Totals of later days may depend on it. A day needs no totals when every row before it is too
 * old to be valid on it.
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
