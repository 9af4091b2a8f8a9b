import { oncePerZone } from './per-zone.ts';

/** A day of a project, `YYYY-MM-DD`. Days are compared and counted as texts and never as instants of the browser's zone. */
export type Day = string;

export const WEEK_DAYS = 7;

const MS_PER_DAY = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/u;

function toMs(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(toMs(text)) && new Date(toMs(text)).toISOString().startsWith(text);
}

export function addDays(day: Day, count: number): Day {
  return new Date(toMs(day) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** How many days `to` is after `from`; negative when it is before. */
export function countDays(from: Day, to: Day): number {
  return Math.round((toMs(to) - toMs(from)) / MS_PER_DAY);
}

/** Every day from `from` to `to`, both included; none when `to` is before. */
export function listDays(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, countDays(from, to) + 1) }, (_, index) => addDays(from, index));
}

/** 0 is Monday. */
export function toWeekday(day: Day): number {
  return (new Date(toMs(day)).getUTCDay() + 6) % 7;
}

export function isWeekend(day: Day): boolean {
  return toWeekday(day) > 4;
}

/** The same day a year before; 29 February becomes 28 February. */
export function toYearBefore(day: Day): Day {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return isDay(before) ? before : `${before.slice(0, 8)}28`;
}

const formatIn = oncePerZone(
  (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/** The day that an instant falls on in a time zone. */
export function toDay(instant: Date, timeZone: string): Day {
  const parts = formatIn(timeZone).formatToParts(instant);
  const get = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year')}-${get('month')}-${get('day')}`;
}
