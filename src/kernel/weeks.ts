import { addDays, countDaysBetween } from './days.ts';
import { DAY_MS } from './durations.ts';

const THURSDAY = 4;
export const WEEK_DAYS = 7;

/**
 * The ISO 8601 week of a calendar day, as `YYYY-Www`. The year is the week's, which around New Year
 * may differ from the day's.
 * @param day `YYYY-MM-DD`
 * @example toYearWeek('2027-01-01') // '2026-W53'
 */
export function toYearWeek(day: string): string {
  const instant = Date.parse(`${day}T00:00:00Z`);
  const weekday = new Date(instant).getUTCDay() || 7;
  // A week belongs to the year of its Thursday.
  const thursday = new Date(instant + (THURSDAY - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/**
 * The ISO week of a calendar day without signs between, `YYYYWW`: how snapshots are named. Texts sort as
 * the weeks do, but the next week is found by `addWeeks` only: years have 52 or 53.
 * @example toWeekKey('2027-01-01') // '202653'
 */
export function toWeekKey(day: string): string {
  return toYearWeek(day).replace('-W', '');
}

/** The Monday of a week `YYYYWW`, as `YYYY-MM-DD`. */
export function toFirstDay(week: string): string {
  // The fourth of January is in week 1 of its year.
  const fourth = `${week.slice(0, 4)}-01-04`;
  const weekday = new Date(`${fourth}T00:00:00Z`).getUTCDay() || WEEK_DAYS;
  return addDays(fourth, 1 - weekday + (Number(week.slice(4)) - 1) * WEEK_DAYS);
}

/** The Monday of the week of a day, both as `YYYY-MM-DD`. */
export function toMonday(day: string): string {
  return toFirstDay(toWeekKey(day));
}

/** The Sunday of a week `YYYYWW`, as `YYYY-MM-DD`. */
export function toLastDay(week: string): string {
  return addDays(toFirstDay(week), WEEK_DAYS - 1);
}

/** The week so many weeks later, or earlier when negative. @example addWeeks('202653', 1) // '202701' */
export function addWeeks(week: string, weeks: number): string {
  return toWeekKey(addDays(toFirstDay(week), weeks * WEEK_DAYS));
}

/** Every week from the first to the last; none when the last lies before the first. */
export function listWeeks(first: string, last: string): string[] {
  const count = countDaysBetween(toFirstDay(first), toFirstDay(last)) / WEEK_DAYS + 1;
  return Array.from({ length: Math.max(0, count) }, (_, weeks) => addWeeks(first, weeks));
}
