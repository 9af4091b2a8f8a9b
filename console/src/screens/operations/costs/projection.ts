import { addDays, type Day } from '#data/time/days.ts';

/** What a day (UTC) cost. */
export interface DayCost {
  readonly date: Day;
  readonly cost_usd: number;
}

export interface Projection {
  readonly monthUsd: number;
  /** What the days that are left, and the rest of today, cost if they go on like the last ones. */
  readonly restUsd: number;
  readonly endUsd: number;
  /** Average of a day; null: there is no full day to take it from. */
  readonly dayUsd: number | null;
  /** Full days that the average is of. */
  readonly days: number;
  /** Those after today, to the end of the month. */
  readonly daysLeft: readonly Day[];
}

const AVERAGE_DAYS = 7;

/**
 * What the month comes to if every day costs as much as the last full ones on average.
 * @param days without gaps, oldest first; the last one is today, and goes on
 */
export function projectMonth(days: readonly DayCost[]): Projection {
  const today = days.at(-1);
  if (today === undefined) return { monthUsd: 0, restUsd: 0, endUsd: 0, dayUsd: null, days: 0, daysLeft: [] };
  const monthUsd = sum(days.filter(({ date }) => date.slice(0, 7) === today.date.slice(0, 7)));
  // Days before the first cost are from before the work began.
  const first = days.findIndex(({ cost_usd: usd }) => usd > 0);
  const full = first < 0 ? [] : days.slice(first, -1).slice(-AVERAGE_DAYS);
  const dayUsd = full.length === 0 ? null : sum(full) / full.length;
  const daysLeft = listDaysLeft(today.date);
  const restUsd = dayUsd === null ? 0 : Math.max(0, dayUsd - today.cost_usd) + dayUsd * daysLeft.length;
  return { monthUsd, restUsd, endUsd: monthUsd + restUsd, dayUsd, days: full.length, daysLeft };
}

function sum(days: readonly DayCost[]): number {
  return days.reduce((total, { cost_usd: usd }) => total + usd, 0);
}

/** The days of the same month that follow. */
function listDaysLeft(today: Day): Day[] {
  const days: Day[] = [];
  for (let day = addDays(today, 1); day.slice(0, 7) === today.slice(0, 7); day = addDays(day, 1)) days.push(day);
  return days;
}
