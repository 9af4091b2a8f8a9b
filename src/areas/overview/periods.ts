import { addDays, countDaysBetween } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';

export const COMPARISONS = ['previous', 'year', 'none'] as const;
/** What a period is compared with: the one before it of the same length, the same days a year before, or itself. */
export type Comparison = (typeof COMPARISONS)[number];

/** Days, both included, as `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface AskedPeriod {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly compare: Comparison;
}

const DAYS_DEFAULT = 28;
const DAYS_MAX = 731;
/** 52 weeks: the same days of the week. */
const YEAR_DAYS = 364;

/**
 * The period that is asked for, which ends today at the latest, and the one that it is compared with.
 * @throws AppError 400 when it ends before it begins or has more than two years
 */
export function toPeriods(
  { from: first, to: last, compare }: AskedPeriod,
  today: string,
): { period: Period; compared: Period | undefined } {
  const to = last === undefined || last > today ? today : last;
  const from = first ?? addDays(to, 1 - DAYS_DEFAULT);
  const days = countDaysBetween(from, to) + 1;
  if (days < 1) throw invalid([{ path: 'from', message: 'must not be after `to` or today' }]);
  if (days > DAYS_MAX) throw invalid([{ path: 'to', message: `must be at most ${DAYS_MAX - 1} days after \`from\`` }]);
  return { period: { from, to }, compared: toCompared({ from, to }, compare, days) };
}

function toCompared({ from, to }: Period, compare: Comparison, days: number): Period | undefined {
  if (compare === 'none') return undefined;
  const shift = compare === 'previous' ? -days : -YEAR_DAYS;
  return { from: addDays(from, shift), to: addDays(to, shift) };
}
