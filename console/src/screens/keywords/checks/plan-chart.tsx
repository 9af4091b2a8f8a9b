import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useToday } from '../../../app/project.ts';
import { formatCount, formatPlural, formatUsd } from '../../../data/format.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { PLAN_DAYS, toCheckPlan, type CheckPlan } from './plan.ts';
import type { Keywords } from '../table/keywords.ts';

/** The price of the coming days. */
export function Plan({ keywords }: { readonly keywords: Keywords }) {
  const today = useToday();
  const { time_zone: timeZone } = keywords.answer;
  const plan = useMemo(() => toCheckPlan(keywords, { today, count: PLAN_DAYS, timeZone }), [keywords, today, timeZone]);
  const spec = useMemo(
    () => ({
      days: plan.days,
      lines: [{ id: 'cost', label: 'Price', values: plan.costUsd }],
      shape: 'bars' as const,
      format: formatUsd,
      reading: (day: number) => ({ computedFrom: "the price of each keyword's last check", day: plan.days[day] }),
    }),
    [plan],
  );
  const checks = plan.checks.reduce((sum, count) => sum + count, 0);
  if (checks === 0)
    return (
      <Text c="dimmed">
        No check of the coming 30 days is planned: keywords are checked by hand only, or tracking is paused. Give them an interval with Edit
        below.
      </Text>
    );
  return <Chart title="Checks of the coming 30 days" note={describePlan(plan, checks)} spec={spec} height={180} />;
}

function describePlan({ costUsd, unpriced }: CheckPlan, checks: number): string {
  const count = formatPlural(checks, 'check');
  if (unpriced === checks) return `${count}. Their price is known when each keyword was checked once.`;
  const cost = formatUsd(costUsd.reduce<number>((sum, one) => sum + (one ?? 0), 0));
  const rest = unpriced === 0 ? '' : ` The price of ${formatCount(unpriced)} of them is not known yet.`;
  return `${count} for about ${cost}, by the price of each keyword's last check.${rest}`;
}
