import { DAY_MS } from './durations.ts';

/**
 * The calendar day so many days later, or earlier when negative.
 * @param day `YYYY-MM-DD`
 * @example addDays('2024-02-28', 2) // '2024-03-01'
 */
export function addDays(day: string, days: number): string {
  return toDayText(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** How many days `to` lies after `from`. */
export function countDaysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/** Every day from the first to the last; none when the last lies before the first. */
export function listDays(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, countDaysBetween(first, last) + 1) }, (_, days) => addDays(first, days));
}

function toDayText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
