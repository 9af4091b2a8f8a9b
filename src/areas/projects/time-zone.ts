const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/u;

/** Whether the text is a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
