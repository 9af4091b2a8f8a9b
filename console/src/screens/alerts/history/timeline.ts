import type { Alert } from '#client';
import { formatCount, formatDay } from '#data/format.ts';
import { listDays, type Day } from '#data/time/days.ts';
import { OWN_COLOR } from '#ui/charts/colors.ts';
import type { ChartNote, ReadChart } from '#ui/charts/chart/spec.ts';

interface Span {
  readonly from: Day;
  readonly to: Day;
}

/** Alerts by the day on which they began, beside what happened. A day without one is a gap: whether it was judged is not said by it. */
export function toTimeline(alerts: readonly Pick<Alert, 'day'>[], { from, to }: Span, notes: readonly ChartNote[]): ReadChart {
  const days = listDays(from, to);
  const counts = new Map<Day, number>();
  for (const { day } of alerts) counts.set(day, (counts.get(day) ?? 0) + 1);
  return {
    days,
    shape: 'bars',
    lines: [
      { id: 'alerts', label: 'Alerts', values: days.map((day) => counts.get(day) ?? null), color: OWN_COLOR, said: () => 'no alert began' },
    ],
    format: formatCount,
    notes,
    reading: (at) => ({ computedFrom: `the alerts of ${formatDay(days[at])}`, day: days[at] }),
  };
}
