/** Days by which Search Console counts. */
const PACIFIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', year: 'numeric', month: '2-digit', day: '2-digit' });
const MONTHS_KEPT = 16;

/** The Pacific day of an instant, as `2026-11-21`. */
export function toPacificDay(instant: Date): string {
  return PACIFIC.format(instant);
}

/** The first day of which Google still has something. */
export function toFirstKeptDay(today: string): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - MONTHS_KEPT);
  return date.toISOString().slice(0, 10);
}
