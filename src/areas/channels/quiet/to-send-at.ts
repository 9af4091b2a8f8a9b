import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Quiet } from '../channel.ts';

const DAYS_MAX = 9;
const MINUTES_OF_DAY = 1_440;
/** How far local time is from UTC at most, with room. */
const OFFSET_MAX_MS = DAY_MS;

/**
 * When a channel may get what happens at an instant: then, or at the end of its quiet hours on its next working day. On a day on
 * which clocks change, quiet hours end when the clock shows their end, or the first minute after it where that one is left out.
 * @param timeZone IANA name
 */
export function toSendAt(instant: Date, quiet: Quiet, timeZone: string): Date {
  if (isOpen(instant, quiet, timeZone)) return instant;
  const today = toLocal(instant, timeZone).dayMs;
  // Quiet ends at the end of the hours, or where a working day begins with none.
  for (let day = 0; day <= DAYS_MAX; day += 1)
    for (const minute of [0, toMinute(quiet.to)].toSorted((one, other) => one - other)) {
      const at = toInstant(today + day * DAY_MS + minute * MINUTE_MS, timeZone);
      if (at > instant && isOpen(at, quiet, timeZone)) return at;
    }
  return instant;
}

function isOpen(instant: Date, { from, to, days }: Quiet, timeZone: string): boolean {
  const { dayMs, minute } = toLocal(instant, timeZone);
  const weekDay = new Date(dayMs).getUTCDay() || 7;
  if (!days.includes(weekDay)) return false;
  const [begins, ends] = [toMinute(from), toMinute(to)];
  return begins < ends ? minute < begins || minute >= ends : minute >= ends && minute < begins;
}

function toMinute(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The first instant at which the local clock shows this time of a day, or a later one. */
function toInstant(localMs: number, timeZone: string): Date {
  // An hour that is set back shows some times twice: either of them will do.
  let before = localMs - OFFSET_MAX_MS;
  let within = localMs + OFFSET_MAX_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (toLocalMs(new Date(middle), timeZone) < localMs) before = middle;
    else within = middle;
  }
  return new Date(Math.floor(within / MINUTE_MS) * MINUTE_MS);
}

function toLocalMs(instant: Date, timeZone: string): number {
  const { dayMs, minute } = toLocal(instant, timeZone);
  return dayMs + minute * MINUTE_MS;
}

function toLocal(instant: Date, timeZone: string): { readonly dayMs: number; readonly minute: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const dayMs = Date.UTC(parts['year'] ?? 0, (parts['month'] ?? 1) - 1, parts['day'] ?? 1);
  return { dayMs, minute: ((parts['hour'] ?? 0) * 60 + (parts['minute'] ?? 0)) % MINUTES_OF_DAY };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than a thousand uses of it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
