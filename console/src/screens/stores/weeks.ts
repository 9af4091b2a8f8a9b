import { addDays, countDays, toWeekday, WEEK_DAYS, type Day } from '#data/time/days.ts';
import { formatDay, formatShortDay } from '#data/format.ts';

/** An ISO week as the service names it, `YYYYWW`: the year is the week's. Texts sort as the weeks do. */
export type Week = string;

const THURSDAY = 3;

/** The week that a day falls in. A week belongs to the year of its Thursday. */
export function toWeek(day: Day): Week {
  const thursday = addDays(day, THURSDAY - toWeekday(day));
  const year = thursday.slice(0, 4);
  const week = Math.floor(countDays(`${year}-01-01`, thursday) / WEEK_DAYS) + 1;
  return `${year}${String(week).padStart(2, '0')}`;
}

/** The Monday of a week. */
export function toMonday(week: Week): Day {
  // The fourth of January is in week 1 of its year.
  const fourth = `${week.slice(0, 4)}-01-04`;
  return addDays(fourth, (Number(week.slice(4)) - 1) * WEEK_DAYS - toWeekday(fourth));
}

/** The week so many weeks later; earlier when negative. */
export function addWeeks(week: Week, count: number): Week {
  return toWeek(addDays(toMonday(week), count * WEEK_DAYS));
}

/** So many weeks up to the last one, the earliest first. */
export function listWeeksUpTo(last: Week, count: number): Week[] {
  return Array.from({ length: count }, (_, index) => addWeeks(last, index - count + 1));
}

/** `Week 48, Nov 23 to Nov 29, 2026` */
export function formatWeek(week: Week): string {
  const monday = toMonday(week);
  return `Week ${Number(week.slice(4))}, ${formatShortDay(monday)} to ${formatDay(addDays(monday, WEEK_DAYS - 1))}`;
}
