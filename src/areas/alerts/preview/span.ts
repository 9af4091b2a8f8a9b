import { addDays, countDaysBetween } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';

export const PREVIEW_DAYS = 90;
export const PREVIEW_DAYS_MAX = 400;

export interface AskedSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The days of a preview: 90 until today unless said otherwise; none lies in the future.
 * @param today of the project
 * @throws AppError on more than 400 days, or when the last one is before the first
 */
export function toPreviewSpan({ from, to }: AskedSpan, today: string): { readonly from: string; readonly to: string } {
  const last = to === undefined || to > today ? today : to;
  const first = from ?? addDays(last, 1 - PREVIEW_DAYS);
  if (first > last) throw invalid([{ path: 'from', message: 'must not be after to, or today' }]);
  if (countDaysBetween(first, last) >= PREVIEW_DAYS_MAX)
    throw invalid([{ path: 'from', message: `must be at most ${PREVIEW_DAYS_MAX - 1} days before to` }]);
  return { from: first, to: last };
}
