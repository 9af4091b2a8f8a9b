import { DAY_MS } from '#kernel/durations.ts';

export const CHECK_INTERVALS = ['daily', 'weekly', 'monthly', 'manual'] as const;
/** How often a tracked keyword is checked. */
export type CheckInterval = (typeof CHECK_INTERVALS)[number];

interface LocalDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/**
 * When a keyword that is checked at `instant` is due again: at the first moment of a later local day,
 * so that a check a day stays a check a day when clocks change. A month later is the same day of the
 * next month, or its last one. `null` for manual keywords.
 * @param timeZone IANA name
 */
export function toNextCheck(instant: Date, interval: CheckInterval, timeZone: string): Date | null {
  if (interval === 'manual') return null;
  const today = toLocalDay(instant, timeZone);
  if (interval === 'monthly') return toStartOfDay(addMonth(today), timeZone);
  return toStartOfDay(addDays(today, interval === 'weekly' ? 7 : 1), timeZone);
}

/** The calendar day of an instant in a time zone, as `YYYY-MM-DD`. */
export function toDueDate(instant: Date, timeZone: string): string {
  const { year, month, day } = toLocalDay(instant, timeZone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function addDays(date: LocalDay, days: number): LocalDay {
  return toUtcDay(new Date(Date.UTC(date.year, date.month - 1, date.day + days)));
}

function addMonth(date: LocalDay): LocalDay {
  const lastOfNextMonth = toUtcDay(new Date(Date.UTC(date.year, date.month + 1, 0)));
  return { ...lastOfNextMonth, day: Math.min(date.day, lastOfNextMonth.day) };
}

/** The first instant at which the local calendar shows the day; midnight itself may not exist. */
function toStartOfDay(date: LocalDay, timeZone: string): Date {
  const midnightAsUtc = Date.UTC(date.year, date.month - 1, date.day);
  // The day begins within a day of that, whatever the offset; offsets change at most once in between.
  let before = midnightAsUtc - DAY_MS;
  let within = midnightAsUtc + DAY_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (isBefore(toLocalDay(new Date(middle), timeZone), date)) before = middle;
    else within = middle;
  }
  return new Date(within);
}

function isBefore(one: LocalDay, other: LocalDay): boolean {
  return Date.UTC(one.year, one.month - 1, one.day) < Date.UTC(other.year, other.month - 1, other.day);
}

function toUtcDay(instant: Date): LocalDay {
  return { year: instant.getUTCFullYear(), month: instant.getUTCMonth() + 1, day: instant.getUTCDate() };
}

function toLocalDay(instant: Date, timeZone: string): LocalDay {
  if (timeZone === 'UTC') return toUtcDay(instant);
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  return { year: parts['year'] ?? 0, month: parts['month'] ?? 0, day: parts['day'] ?? 0 };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than a thousand uses of it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', year: 'numeric', month: 'numeric', day: 'numeric' });
  formats.set(timeZone, format);
  return format;
}
