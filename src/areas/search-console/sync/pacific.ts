/** Days by which Search Console counts. */
const PACIFIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', year: 'numeric', month: '2-digit', day: '2-digit' });
const PACIFIC_HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
});
const MONTHS_KEPT = 16;

/** The Pacific day of an instant, as `2026-11-21`. */
export function toPacificDay(instant: Date): string {
  return PACIFIC.format(instant);
}

/** The beginning of the Pacific hour of an instant, as Google writes it: `2026-11-21T07:00:00-08:00`. */
export function toPacificHour(instant: Date): string {
  const parts = new Map(PACIFIC_HOUR.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${toPacificDay(instant)}T${parts.get('hour')}:00:00${parts.get('timeZoneName')?.replace('GMT', '')}`;
}

/** The first day of which Google still has something. */
export function toFirstKeptDay(today: string): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - MONTHS_KEPT);
  return date.toISOString().slice(0, 10);
}
