import type { AlertPreviewDay } from '#client';
import { formatCount } from '#data/format.ts';
import { OWN_COLOR } from '#ui/charts/colors.ts';
import type { ChartNote, ReadChart } from '#ui/charts/chart/spec.ts';

const PERCENT = 100;

/** Alerts by day as bars; a day that was not judged is a gap, hatched, and never 0. */
export function toPreviewChart(byDay: readonly AlertPreviewDay[], notes: readonly ChartNote[]): ReadChart {
  const unjudged = byDay.filter(({ measured }) => !measured);
  return {
    days: byDay.map(({ day }) => day),
    shape: 'bars',
    lines: [
      {
        id: 'alerts',
        label: 'Alerts',
        values: byDay.map(({ measured, alerts }) => (measured ? alerts : null)),
        color: OWN_COLOR,
        said: (at) => sayUnjudged(byDay[at]),
      },
    ],
    format: (value) => formatCount(value),
    failedDays: new Set(unjudged.map(({ day }) => day)),
    failedSaid: new Map(unjudged.map((one) => [one.day, sayUnjudged(one)])),
    notes,
    reading: (at) => ({ computedFrom: 'the checks of the day', day: byDay[at]?.day }),
  };
}

/** Why nothing is said of a day. */
export function sayUnjudged(day: Pick<AlertPreviewDay, 'failed_share' | 'measured'> | undefined): string {
  if (day === undefined || day.measured) return '';
  return day.failed_share === null ? 'no checks' : `not judged: ${formatCount(day.failed_share * PERCENT)} % of the checks failed`;
}
