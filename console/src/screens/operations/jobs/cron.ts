/** Cron texts in words, and when they next come true. All in UTC, as the service runs them. */

/** The values of each field that count; seconds first. */
interface Cron {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** With both given, a day needs to fit only one of them. */
  readonly isEitherDay: boolean;
}

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly words?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Field[] = [
  { name: 'second', from: 0, to: 59 },
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day', from: 1, to: 31 },
  { name: 'month', from: 1, to: 12, words: MONTHS },
  { name: 'weekday', from: 0, to: 7, words: WEEKDAYS },
];

/** @returns undefined when the text is no cron text of five or six fields */
export function parseCron(text: string): Cron | undefined {
  const parts = text.trim().toLowerCase().split(/\s+/u);
  if (parts.length !== 5 && parts.length !== 6) return undefined;
  const all = parts.length === 5 ? ['0', ...parts] : parts;
  const lists = FIELDS.map((field, index) => parseField(all[index] ?? '', field));
  const [seconds, minutes, hours, days, months, weekdays] = lists;
  if (!seconds || !minutes || !hours || !days || !months || !weekdays) return undefined;
  const isGiven = (part: string | undefined): boolean => part !== undefined && !part.startsWith('*') && part !== '?';
  const sundays = [...new Set(weekdays.map((day) => day % 7))].toSorted((a, b) => a - b);
  return { seconds, minutes, hours, days, months, weekdays: sundays, isEitherDay: isGiven(all[3]) && isGiven(all[5]) };
}

function parseField(text: string, field: Field): number[] | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const range = parseRange(part, field);
    if (!range) return undefined;
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }
  return [...values].toSorted((a, b) => a - b);
}

const PART = /^(\*|\?|[0-9a-z]+)(?:-([0-9a-z]+))?(?:\/(\d+))?$/u;

function parseRange(text: string, field: Field): { from: number; to: number; step: number } | undefined {
  const [, first = '', last, stepText] = PART.exec(text) ?? [];
  const step = stepText === undefined ? 1 : Number(stepText);
  const isAll = first === '*' || first === '?';
  const from = isAll ? field.from : toNumber(first, field);
  const end = last === undefined ? (isAll || stepText !== undefined ? field.to : from) : toNumber(last, field);
  const isRight = first !== '' && step > 0 && from >= field.from && end <= field.to && from <= end;
  return isRight ? { from, to: end, step } : undefined;
}

function toNumber(text: string, { words, from }: Field): number {
  const word = words?.indexOf(text) ?? -1;
  if (word >= 0) return word + from;
  return /^\d+$/u.test(text) ? Number(text) : Number.NaN;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Four years and a day: long enough for 29 February. */
const HORIZON_DAYS = 1462;

/** The next instants at which a cron text comes true, the first after `after`; fewer when it hardly ever does. */
export function listNext(text: string, after: Date, count: number): Date[] {
  const cron = parseCron(text);
  if (!cron) return [];
  const found: Date[] = [];
  const firstDay = Math.floor(after.getTime() / DAY_MS) * DAY_MS;
  for (let day = 0; day < HORIZON_DAYS && found.length < count; day += 1) {
    const start = firstDay + day * DAY_MS;
    if (!fitsDay(cron, new Date(start))) continue;
    for (const instant of listTimes(cron, start)) if (instant > after.getTime() && found.length < count) found.push(new Date(instant));
  }
  return found;
}

function fitsDay({ days, months, weekdays, isEitherDay }: Cron, date: Date): boolean {
  const isDay = days.includes(date.getUTCDate());
  const isWeekday = weekdays.includes(date.getUTCDay());
  return months.includes(date.getUTCMonth() + 1) && (isEitherDay ? isDay || isWeekday : isDay && isWeekday);
}

function* listTimes({ hours, minutes, seconds }: Cron, start: number): Generator<number> {
  for (const hour of hours)
    for (const minute of minutes) for (const second of seconds) yield start + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
}
