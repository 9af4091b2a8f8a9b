import { toDay } from '#kernel/clock.ts';
import { toMonday } from '#kernel/weeks.ts';

/** The Monday of an instant's week, UTC, as `YYYY-MM-DD`: projects in all time zones share answers of one week. */
export function toPeriod(instant: Date): string {
  return toMonday(toDay(instant));
}
