import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { addDays } from '#kernel/days.ts';
import type { Period, Timing } from '../digest.ts';

/** A day on which a digest is sent comes at least this soon. */
const DAYS_MAX = 32;

/** The first instant after another one at which a digest is sent. */
export function findNextSend(timing: Timing, after: Date): Date {
  const today = toLocalDay(after, timing.timeZone);
  for (let ahead = -1; ahead <= DAYS_MAX; ahead += 1) {
    const day = addDays(today, ahead);
    if (!isSendDay(timing, day)) continue;
    const instant = toSendInstant(timing, day);
    if (instant > after) return instant;
  }
  throw new RangeError(`no digest is sent within ${DAYS_MAX} days`);
}

/** The periods of the instants from one that was due up to now, oldest first; at most `max`, the newest ones. */
export function listDuePeriods(timing: Timing, { first, now, max }: { first: Date; now: Date; max: number }): Period[] {
  const days: string[] = [];
  for (let at = first; at <= now; at = findNextSend(timing, at)) {
    days.push(toLocalDay(at, timing.timeZone));
    if (days.length > max) days.shift();
  }
  return days.map((day) => toPeriod(timing, day));
}

/** The newest period that has ended: that of the digest of today, or of the last day on which one is sent. */
export function findNewestPeriod(timing: Timing, now: Date): Period {
  return toPeriod(timing, findSendDay(timing, toLocalDay(now, timing.timeZone), -1));
}

/** The period that holds a day. */
export function findPeriodOf(timing: Timing, day: string): Period {
  return toPeriod(timing, findSendDay(timing, addDays(day, 1), 1));
}

/** From the day of the digest before to the day before this one, so that each day is in one digest. */
function toPeriod(timing: Timing, sendDay: string): Period {
  return { from: findSendDay(timing, addDays(sendDay, -1), -1), to: addDays(sendDay, -1) };
}

/** The first day on which a digest is sent, from this one on or back. */
function findSendDay(timing: Timing, from: string, step: 1 | -1): string {
  let day = from;
  while (!isSendDay(timing, day)) day = addDays(day, step);
  return day;
}

function isSendDay({ every, weekday, dayOfMonth }: Timing, day: string): boolean {
  if (every === 'day') return true;
  const date = new Date(`${day}T00:00:00Z`);
  if (every === 'week') return (date.getUTCDay() || 7) === (weekday ?? 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth ?? 1, last);
}

/** The day on the calendar of a time zone. */
export function toLocalDay(instant: Date, timeZone: string): string {
  return toWallTime(instant.getTime(), timeZone).slice(0, 10);
}

/**
 * When the clocks of the zone show the time on this day. A time that they skip comes when they have been put forward,
 * one that they show twice the first time.
 */
export function toSendInstant({ at, timeZone }: Pick<Timing, 'at' | 'timeZone'>, day: string): Date {
  const wall = `${day}T${at}`;
  const asUtc = Date.parse(`${wall}:00Z`);
  // No zone is a day from UTC, and clocks change once in two days: the offset before and the one after are all there are.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => Date.parse(`${toWallTime(near, timeZone)}:00Z`) - near);
  const shown = offsets.map((offset) => asUtc - offset).filter((instant) => toWallTime(instant, timeZone) === wall);
  if (shown.length > 0) return new Date(Math.min(...shown));
  // Skipped: the first minute on which the clocks show more.
  const [before = 0] = offsets;
  let instant = asUtc - before - 2 * 60 * MINUTE_MS;
  while (toWallTime(instant, timeZone) < wall) instant += MINUTE_MS;
  return new Date(instant);
}

/** What the clocks of a zone show, as `2026-03-29T02:30`. */
function toWallTime(instant: number, timeZone: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', { ...SHOWN, timeZone })
      .formatToParts(instant - (instant % MINUTE_MS))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

const SHOWN = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  calendar: 'gregory',
} as const;
