import { addDays, countDaysBetween } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { SHARE_DAYS_MAX, type Share } from '../share.ts';

/** Days of the project, `YYYY-MM-DD`, both ends included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export interface AllowedDays {
  /** Null: as early as there is something. */
  readonly earliest: string | null;
  readonly latest: string;
  /** What is shown unless a reader chooses. */
  readonly shown: Span;
}

const YEAR_DAYS = 365;

/** @param today in the time zone of the project */
export function toAllowedDays({ range, fromDay, toDay, days }: Share, today: string): AllowedDays {
  const latest = toDay !== null && toDay < today ? toDay : today;
  const last = addDays(latest, 1 - days);
  const first = fromDay !== null && (range === 'fixed' || fromDay > last) ? fromDay : last;
  const shown = { from: first < latest ? first : latest, to: latest };
  return { earliest: range === 'fixed' ? shown.from : fromDay, latest, shown };
}

/**
 * What a reader sees: the days of the share, or those chosen among them.
 * @throws AppError 400 for days outside, and for more than 400
 */
export function chooseSpan({ earliest, latest, shown }: AllowedDays, asked: Partial<Span>): Span {
  const to = asked.to ?? latest;
  const from = asked.from ?? (to === latest ? shown.from : later(earliest, addDays(to, -countDaysBetween(shown.from, shown.to))));
  if (earliest !== null && from < earliest) throw invalid([{ path: 'from', message: `must be ${earliest} or later` }]);
  if (earliest !== null && to < earliest) throw invalid([{ path: 'to', message: `must be ${earliest} or later` }]);
  if (to > latest) throw invalid([{ path: 'to', message: `must be ${latest} or earlier` }]);
  if (to < from) throw invalid([{ path: 'to', message: 'must not be before from' }]);
  if (countDaysBetween(from, to) >= SHARE_DAYS_MAX)
    throw invalid([{ path: 'to', message: `must be at most ${SHARE_DAYS_MAX - 1} days after from` }]);
  return { from, to };
}

/** The days that those of a span are compared with. */
export function toComparedSpan({ from, to }: Span, compare: Share['compare']): Span | null {
  if (compare === 'none') return null;
  const back = compare === 'year' ? YEAR_DAYS : countDaysBetween(from, to) + 1;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

function later(one: string | null, other: string): string {
  return one !== null && one > other ? one : other;
}
