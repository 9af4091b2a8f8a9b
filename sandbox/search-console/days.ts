import { DAY_MS } from '#kernel/durations.ts';

/** Days by which Search Console counts. */
const PACIFIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', year: 'numeric', month: '2-digit', day: '2-digit' });
const PACIFIC_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', hour: '2-digit', hourCycle: 'h23' });
const OFFSET = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeZoneName: 'longOffset' });
const MONTHS_KEPT = 16;
const NOON_HOUR = 20;

/** Days that are not final: today, yesterday and the day before, with the share that is counted already. */
const SHARES = [0.35, 0.8, 0.95];

/** The Pacific day of an instant, as `2026-11-21`. */
export function pacificDay(instant: Date): string {
  return PACIFIC.format(instant);
}

/** The Pacific hour of an instant, 0 to 23. */
export function pacificHour(instant: Date): number {
  return Number(PACIFIC_HOUR.format(instant));
}

/** The key of an hour, such as `2026-11-21T07:00:00-08:00`. */
export function hourKey(day: string, hour: number): string {
  const noon = new Date(`${day}T${NOON_HOUR}:00:00Z`);
  const offset =
    OFFSET.formatToParts(noon)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', '') ?? '-08:00';
  return `${day}T${String(hour).padStart(2, '0')}:00:00${offset}`;
}

/** Days since 1970. */
export function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

export function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** The first day that is still there. */
export function firstKeptDay(today: string): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - MONTHS_KEPT);
  return date.toISOString().slice(0, 10);
}

/** The part of a day that is counted by now: 1 when the day is final, 0 when it has not begun. */
export function countedShare(day: string, today: string): number {
  const back = dayNumber(today) - dayNumber(day);
  return back < 0 ? 0 : (SHARES[back] ?? 1);
}

/** The first day that is not final. */
export function firstOpenDay(today: string): string {
  return dayText(dayNumber(today) - SHARES.length + 1);
}
