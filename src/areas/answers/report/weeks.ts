import { toDay } from '#kernel/clock.ts';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { toMonday, WEEK_DAYS } from '#kernel/weeks.ts';

/** Whole weeks of UTC, by their first and last Monday, `YYYY-MM-DD`. */
export interface Weeks {
  readonly from: string;
  readonly to: string;
}

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The weeks that lie within some days, and with them the week that is not over, when the days end today; undefined: none.
 * @param today in the calendar of the days
 */
export function toWeeksWithin(days: Days, today: string): Weeks | undefined {
  return toWeeks(days, (monday) => monday >= days.from && (addDays(monday, WEEK_DAYS - 1) <= days.to || days.to >= today));
}

/** The weeks that end after one instant and by another: what is read then has them whole. Undefined: none. */
export function toWeeksThatEnd({ after, by }: { readonly after: Date; readonly by: Date }): Weeks | undefined {
  return toWeeks({ from: toDay(after), to: toDay(by) }, (monday) => {
    const end = Date.parse(`${addDays(monday, WEEK_DAYS)}T00:00:00Z`);
    return end > after.getTime() && end <= by.getTime();
  });
}

/** As many weeks just before, or those that lie farther back by so many days. */
export function toWeeksBefore({ from, to }: Weeks, backDays = 0): Weeks {
  const weeks = Math.max(countDaysBetween(from, to) / WEEK_DAYS + 1, Math.round(backDays / WEEK_DAYS));
  return { from: addDays(from, -weeks * WEEK_DAYS), to: addDays(to, -weeks * WEEK_DAYS) };
}

/** Those that fit, of the weeks that have to do with some days. */
function toWeeks({ from, to }: Days, isIn: (monday: string) => boolean): Weeks | undefined {
  const first = toMonday(addDays(from, -WEEK_DAYS));
  const count = countDaysBetween(first, toMonday(to)) / WEEK_DAYS + 1;
  const fit = Array.from({ length: count }, (_, week) => addDays(first, week * WEEK_DAYS)).filter(isIn);
  const [start, end] = [fit[0], fit.at(-1)];
  return start === undefined || end === undefined ? undefined : { from: start, to: end };
}
