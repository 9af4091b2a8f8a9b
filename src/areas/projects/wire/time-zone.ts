import { z } from 'zod';

const TIME_ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/u;

/** A time zone, such as `Europe/Berlin`. */
export function timeZoneField() {
  return z.string().max(100).refine(isTimeZone, 'must be a name of the IANA time zone database, such as Europe/Berlin');
}

/** Whether the text is a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(text: string): boolean {
  if (!TIME_ZONE_NAME.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
