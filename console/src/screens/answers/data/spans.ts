import { addDays, WEEK_DAYS, type Day } from '#data/time/days.ts';

export const SPANS = ['1', 'last', '4', '12'] as const;
/** Weeks that are counted: this one, the one before, or so many that end with this one. */
export type Span = (typeof SPANS)[number];

export const SPAN_NAMES: readonly { readonly value: Span; readonly label: string }[] = [
  { value: '1', label: 'This week' },
  { value: 'last', label: 'Last week' },
  { value: '4', label: '4 weeks' },
  { value: '12', label: '12 weeks' },
];

/** Days of the first and last week that are counted; the service takes the whole weeks around them. @param today in UTC */
export function toSpanDays(span: Span, today: Day): { readonly from: Day; readonly to: Day } {
  if (span === 'last') return { from: addDays(today, -WEEK_DAYS), to: addDays(today, -WEEK_DAYS) };
  return { from: addDays(today, -WEEK_DAYS * (Number(span) - 1)), to: today };
}
