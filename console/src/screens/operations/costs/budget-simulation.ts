import type { Day } from '#data/time/days.ts';
import { formatDay, formatPlural, formatUsd } from '#data/format.ts';
import type { DayCost } from './projection.ts';

/** What a limit would have done to the days behind us. */

export interface DailyEffect {
  /** Days on which calls would have been refused: they cost more than the limit. */
  readonly days: readonly Day[];
}

/** @param limitUsd null: none */
export function simulateDaily(days: readonly DayCost[], limitUsd: number | null): DailyEffect {
  if (limitUsd === null) return { days: [] };
  return { days: days.filter(({ cost_usd: usd }) => usd > limitUsd).map(({ date }) => date) };
}

export interface MonthlyEffect {
  /** The first day of the month on which calls would have been refused; undefined: none. */
  readonly day: Day | undefined;
  readonly monthUsd: number;
}

/** The running month only. @param days oldest first; the last one is today */
export function simulateMonthly(days: readonly DayCost[], limitUsd: number | null): MonthlyEffect {
  const month = days.at(-1)?.date.slice(0, 7);
  const own = days.filter(({ date }) => date.slice(0, 7) === month);
  let spent = 0;
  let day: Day | undefined;
  for (const { date, cost_usd: usd } of own) {
    spent += usd;
    if (day === undefined && limitUsd !== null && spent > limitUsd) day = date;
  }
  return { day, monthUsd: spent };
}

/** The effect of a limit per day, in a sentence. */
export function describeDaily(days: readonly DayCost[], limitUsd: number | null): string {
  if (limitUsd === null) return 'No limit: nothing would have been stopped.';
  const stopped = simulateDaily(days, limitUsd).days;
  if (stopped.length === 0) return `None of the last ${formatPlural(days.length, 'day')} would have stopped.`;
  return `Would have stopped on ${formatPlural(stopped.length, 'day')} of the last ${days.length}, last on ${formatDay(stopped.at(-1))}.`;
}

/** The effect of a limit per month, in a sentence. */
export function describeMonthly(days: readonly DayCost[], limitUsd: number | null): string {
  if (limitUsd === null) return 'No limit: nothing would have been stopped.';
  const { day, monthUsd } = simulateMonthly(days, limitUsd);
  if (day !== undefined) return `Would have stopped on ${formatDay(day)}.`;
  return `Would not have stopped this month: ${formatUsd(monthUsd)} so far.`;
}
