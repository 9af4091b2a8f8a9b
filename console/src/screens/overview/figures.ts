import type { GetProjectsByProjectIdOverviewResponse, OverviewDay } from '#client';
import type { Line, ReadChart } from '#ui/charts/chart/spec.ts';
import { COMPARED_COLOR, type ColorName } from '#ui/charts/colors.ts';
import { toDayReading } from './day-reading.ts';
import { formatCount, formatDecimal } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { countDays } from '#data/time/days.ts';

export type Overview = GetProjectsByProjectIdOverviewResponse;

/** The days of a period, and those that they are compared with. */
type Days = Pick<Overview, 'days' | 'compared_days'>;

/** A figure at the end of the period, and how far it is from the one that it is compared with. */
export interface Figure {
  readonly value: number | null;
  readonly change: number | null;
}

/** The last day of which something is known. */
export function findLast(days: readonly OverviewDay[]): OverviewDay | undefined {
  return days.findLast(({ keywords }) => keywords > 0);
}

/**
 * Whether no keyword had a good check after a day: the outcomes of the last day are then those of that day. False where some of the days
 * between are not here, because a check may have been on one of them.
 */
export function isSameCheck({ days, compared_days: comparedDays }: Days, day: string): boolean {
  const later = [...comparedDays, ...days].filter(({ date }) => date > day);
  return later.length === countDays(day, days.at(-1)?.date ?? day) && later.every(({ checked }) => checked === 0);
}

/**
 * A figure of the last known day against that of the compared period; without one, against the first known
 * day of the period itself. Without a good check between them there is no change.
 */
export function toFigure({ days, compared_days: comparedDays }: Days, read: (day: OverviewDay) => number | null): Figure {
  const now = findLast(days);
  const before = comparedDays.length > 0 ? findLast(comparedDays) : days.find(({ keywords }) => keywords > 0);
  const value = now ? read(now) : null;
  const former = before ? read(before) : null;
  const isSame = before === undefined || isSameCheck({ days, compared_days: comparedDays }, before.date);
  return { value, change: value === null || former === null || isSame ? null : value - former };
}

/** Values of days; a day of which nothing is known is a gap. */
function toValues(days: readonly OverviewDay[], read: (day: OverviewDay) => number | null): (number | null)[] {
  return days.map((day) => (day.keywords === 0 ? null : read(day)));
}

interface Series {
  readonly label: string;
  readonly read: (day: OverviewDay) => number | null;
}

/** Days on which a check failed. */
export function listFailedDays(days: readonly OverviewDay[]): Set<string> {
  return new Set(days.filter(({ failed }) => failed > 0).map(({ date }) => date));
}

function toLines({ days, compared_days: comparedDays }: Days, { label, read }: Series): Line[] {
  const lines: Line[] = [{ id: 'now', label, values: toValues(days, read) }];
  const before = toValues(comparedDays, read);
  return before.some((value) => value !== null)
    ? [...lines, { id: 'before', label: 'Compared with', values: before, color: COMPARED_COLOR, isDashed: true }]
    : lines;
}

/** The share of voice over the days, beside that of the compared days. */
export function toShareChart(overview: Days): ReadChart {
  return {
    days: overview.days.map(({ date }) => date),
    lines: toLines(overview, { label: 'Share of voice', read: (day) => day.share_of_voice }),
    format: formatShare,
    failedDays: listFailedDays(overview.days),
    reading: (day, line) => toDayReading((line === 0 ? overview.days : overview.compared_days)[day]),
  };
}

/** The average position over the days; the best stands at the top. */
export function toPositionChart(overview: Days): ReadChart {
  return {
    days: overview.days.map(({ date }) => date),
    lines: toLines(overview, { label: 'Average position', read: (day) => day.average_position }),
    format: formatDecimal,
    isReversed: true,
    failedDays: listFailedDays(overview.days),
    reading: (day, line) => toDayReading((line === 0 ? overview.days : overview.compared_days)[day]),
  };
}

const PARTS: readonly (Series & { readonly color: ColorName })[] = [
  { label: '1–3', color: 'band-top3', read: (day) => day.top_3 },
  { label: '4–10', color: 'band-top10', read: (day) => day.top_10 - day.top_3 },
  { label: '11 and more', color: 'band-top50', read: (day) => day.ranked - day.top_10 },
  { label: 'Not found', color: 'band-not_found', read: (day) => day.not_found },
];

/** How many keywords stand where, day by day. */
export function toDistributionChart({ days }: Pick<Overview, 'days'>): ReadChart {
  return {
    days: days.map(({ date }) => date),
    lines: PARTS.map(({ label, color, read }) => ({ id: label, label, color, values: toValues(days, read) })),
    shape: 'areas',
    format: formatCount,
    failedDays: listFailedDays(days),
    reading: (day) => toDayReading(days[day]),
  };
}
