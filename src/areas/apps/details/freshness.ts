import { HOUR_MS } from '#kernel/durations.ts';

/** What was read of an app is good for a day, less an hour: a daily run must not find what it read the day before. */
const FRESH_MS = 23 * HOUR_MS;

/** An app that was read at this instant or later is not read again. */
export function toFreshSince(now: Date): Date {
  return new Date(now.getTime() - FRESH_MS);
}
