import { toDay } from '#kernel/clock.ts';
import { addWeeks, listWeeks, toFirstDay, toWeekKey } from '#kernel/weeks.ts';

/** How many past weeks are filled in from the provider's history, and shown. */
export const HISTORY_WEEKS = 52;
/** The provider's history begins here (`LinkSeriesRequest`). */
const HISTORY_BEGINS = '2019-01-30';

/** The ISO week of an instant, `YYYYWW`. */
export function toWeek(instant: Date): string {
  return toWeekKey(toDay(instant));
}

/** The weeks before a week that the provider's history covers, oldest first. */
export function listPastWeeks(week: string): string[] {
  return listWeeks(addWeeks(week, -HISTORY_WEEKS), addWeeks(week, -1)).filter((past) => toFirstDay(past) >= HISTORY_BEGINS);
}
