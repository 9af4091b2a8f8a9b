import type { CostPoint } from '#client';
import { formatPlural, formatShortDay, formatUsd } from '#data/format.ts';
import { Bars, type Bar } from '#ui/charts/bars.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import type { Projection } from './projection.ts';
import { toServiceName } from './service-name.ts';
import { COST_RANGES, type CostRange } from './search.ts';
import { Segments } from '#ui/charts/segments.tsx';

const LABELS: Readonly<Record<CostRange, string>> = { month: 'This month', 30: '30 days', 90: '90 days', 365: 'A year' };
const GUESS = 'expected';

interface CostDaysProps {
  /** Oldest first; the last one is today. */
  readonly days: readonly CostPoint[];
  readonly range: CostRange;
  readonly onRange: (range: CostRange) => void;
  readonly projection: Projection;
}

/** Expected total of the month. */
export function ProjectedTotal({ projection: { dayUsd, endUsd, days } }: Pick<CostDaysProps, 'projection'>) {
  const note = dayUsd === null ? 'after the first full day' : `at ${formatUsd(dayUsd)} a day, as in the last ${formatPlural(days, 'day')}`;
  return <Stat label="Projected month total" value={dayUsd === null ? '–' : formatUsd(endUsd)} note={note} />;
}

/** Cost per day, stacked by service; for the running month with what its last days are expected to cost. */
export function CostDays({ days, range, onRange, projection }: CostDaysProps) {
  return (
    <Section
      title="Cost per day (UTC)"
      actions={
        <Segments
          size="xs"
          aria-label="Days"
          value={range}
          onChange={(value) => onRange(value as CostRange)}
          data={COST_RANGES.map((value) => ({ value, label: LABELS[value] }))}
        />
      }
    >
      <Bars
        label="Cost per day by service"
        barName="Day (UTC)"
        bars={toBars(days, range, projection)}
        format={formatUsd}
        guessed={GUESS}
        namesOne
      />
    </Section>
  );
}

function toBars(days: readonly CostPoint[], range: CostRange, { dayUsd, daysLeft }: Projection): Bar[] {
  const month = days.at(-1)?.date.slice(0, 7);
  const shown = range === 'month' ? days.filter(({ date }) => date.slice(0, 7) === month) : days.slice(-Number(range));
  const past = shown.map(({ date, by_service: services = [] }) => ({
    label: date,
    short: formatShortDay(date),
    parts: services.map(({ service, total_cost_usd: value }) => ({ name: toServiceName(service), value })),
  }));
  if (range !== 'month' || dayUsd === null) return past;
  return [...past, ...daysLeft.map((label) => ({ label, short: formatShortDay(label), parts: [{ name: GUESS, value: dayUsd }] }))];
}
