import * as v from 'valibot';
import { addDays, countDays, isDay, toYearBefore, type Day } from '#data/time/days.ts';

const day = v.pipe(v.string(), v.check(isDay));

/** The filters that screens of a project share. A screen takes those that its figures can follow. */
export const filterFields = {
  from: v.optional(day),
  to: v.optional(day),
  range: v.optional(v.picklist(['7d', '28d', '90d', '365d', 'all'])),
  compare: v.optional(v.picklist(['previous', 'year', 'none'])),
  device: v.optional(v.picklist(['desktop', 'mobile'])),
  location: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  language: v.optional(v.pipe(v.string(), v.maxLength(20))),
  tag: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(50))),
  asset: v.optional(v.pipe(v.string(), v.maxLength(60))),
};

export const filtersSchema = v.object(filterFields);
export type FilterValues = v.InferOutput<typeof filtersSchema>;
export const FILTER_NAMES = Object.keys(filterFields) as readonly (keyof FilterValues)[];

/** In the order of the keys 1 to 5. */
export const RANGES = [
  { range: '7d', label: '7 days', days: 7 },
  { range: '28d', label: '28 days', days: 28 },
  { range: '90d', label: '90 days', days: 90 },
  { range: '365d', label: '365 days', days: 365 },
  { range: 'all', label: 'All', days: undefined },
] as const;

const USUAL_DAYS = 28;
/** The longest range: what the service shows in one answer. */
const ALL_DAYS = 400;

export interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** The days that the filters name; without any, the last 28 until today. `first` is the day that a project began on. */
export function toPeriod({ from, to, range }: FilterValues, today: Day, first?: Day): Period {
  if (from !== undefined && from <= (to ?? today)) return { from, to: to ?? today };
  const end = to ?? today;
  const days = range === undefined ? USUAL_DAYS : RANGES.find((known) => known.range === range)?.days;
  if (days !== undefined) return { from: addDays(end, 1 - days), to: end };
  const earliest = addDays(end, 1 - ALL_DAYS);
  return { from: first !== undefined && first > earliest && first <= end ? first : earliest, to: end };
}

/** The days that a period is compared with: those before it, or the same a year before. */
export function toComparedPeriod({ from, to }: Period, compare: FilterValues['compare'] = 'previous'): Period | undefined {
  if (compare === 'none') return undefined;
  if (compare === 'year') return { from: toYearBefore(from), to: toYearBefore(to) };
  const days = countDays(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** What of an address belongs to the filters: it goes along from screen to screen. */
export function pickFilters(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(FILTER_NAMES.filter((name) => search[name] !== undefined).map((name) => [name, search[name]]));
}
