import { Cron } from 'croner';
import { hasInstant } from '../dbos/sdk/schedules.ts';

const TIME_ZONE = 'UTC';

/**
 * Whether a text is a cron text for the schedules of the engine and for `croner` alike, and an
 * instant of it ever comes. Five fields, or six with seconds first.
 */
export function isCron(text: string): boolean {
  try {
    // Both throw at what they cannot read.
    return findNextInstant(text, new Date(0)) !== undefined && hasInstant(text);
  } catch {
    return false;
  }
}

/**
 * The first instant after another one, in UTC; `undefined` when none comes any more. Where day of
 * month and day of week are both given, either is enough, as in every crontab.
 * @throws Error for a text that is no cron text
 */
export function findNextInstant(cron: string, after: Date): Date | undefined {
  return read(cron).nextRun(after) ?? undefined;
}

/** Reads it only; nothing is scheduled. */
function read(text: string): Cron {
  return new Cron(text, { timezone: TIME_ZONE, paused: true, mode: '5-or-6-parts' });
}
