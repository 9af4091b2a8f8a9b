import type { OverviewDay } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import type { Reading } from '#ui/states/reading.ts';

/** What the figures of a day are computed from. */
export function toDayReading(day: OverviewDay | undefined): Reading | undefined {
  return day && { computedFrom: `${formatCount(day.ranked)} of ${formatPlural(day.keywords, 'keyword')} that rank`, day: day.date };
}
