import { DAY_MS } from '#kernel/durations.ts';

/** The Monday of an instant's week, UTC, as `YYYY-MM-DD`: projects in all time zones share answers of one week. */
export function toPeriod(instant: Date): string {
  const weekday = (instant.getUTCDay() + 6) % 7;
  return new Date(instant.getTime() - weekday * DAY_MS).toISOString().slice(0, 10);
}
