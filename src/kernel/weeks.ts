const DAY_MS = 86_400_000;
const THURSDAY = 4;

/**
 * The ISO 8601 week of a calendar day, as `YYYY-Www`. The year is the week's, which around New Year
 * may differ from the day's.
 * @param day `YYYY-MM-DD`
 * @example toYearWeek('2027-01-01') // '2026-W53'
 */
export function toYearWeek(day: string): string {
  const instant = Date.parse(`${day}T00:00:00Z`);
  const weekday = new Date(instant).getUTCDay() || 7;
  // A week belongs to the year of its Thursday.
  const thursday = new Date(instant + (THURSDAY - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
