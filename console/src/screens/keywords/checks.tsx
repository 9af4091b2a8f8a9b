import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useToday } from '#app/project.ts';
import { useNow, useShows } from '#app/session.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayChecks } from './leads.ts';
import { countChecks, PLAN_DAYS, toCheckPlan, type CheckPlan } from './checks/plan.ts';
import { NothingYet } from './nothing-yet.tsx';
import { CheckFailed } from './actions/check-failed.tsx';
import { CheckTable } from './checks/check-table.tsx';
import { useAllKeywords } from './table/use-keywords.ts';
import { formatCount, formatPlural, formatUsd } from '#data/format.ts';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { Keywords } from './table/keywords.ts';

/** What is checked next, what failed, and what the coming days cost. */
export function View() {
  const keywords = useAllKeywords();
  const now = useNow();
  const today = useToday();
  const lead = useMemo(
    () => keywords.data && sayChecks(countChecks(keywords.data, { nowMs: now().getTime(), today })),
    [keywords.data, now, today],
  );
  return (
    <>
      <PageHeader
        title="Checks"
        lead={lead ?? 'What is due, and what failed.'}
        actions={keywords.data && <CheckFailed keywords={keywords.data} />}
      />
      <Answered answer={keywords} height={480}>
        {(data) =>
          data.count === 0 ? (
            <NothingYet title="No keywords yet">The checks of tracked keywords appear here.</NothingYet>
          ) : (
            <Stack gap="xl">
              <Plan keywords={data} />
              <CheckTable keywords={data} />
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

/** What is checked in the coming days, and what it costs. */
function Plan({ keywords }: { readonly keywords: Keywords }) {
  const isPriced = useShows('money');
  const today = useToday();
  const { time_zone: timeZone } = keywords.answer;
  const plan = useMemo(() => toCheckPlan(keywords, { today, count: PLAN_DAYS, timeZone }), [keywords, today, timeZone]);
  const spec = useMemo(
    () => ({
      days: plan.days,
      shape: 'bars' as const,
      ...(isPriced
        ? {
            lines: [{ id: 'cost', label: 'Price', values: plan.costUsd }],
            format: formatUsd,
            reading: (day: number) => ({ computedFrom: "the price of each keyword's last check", day: plan.days[day] }),
          }
        : {
            lines: [{ id: 'checks', label: 'Checks', values: plan.checks }],
            format: formatCount,
            reading: (day: number) => ({ computedFrom: 'the interval of each keyword', day: plan.days[day] }),
          }),
    }),
    [plan, isPriced],
  );
  const checks = plan.checks.reduce((sum, count) => sum + count, 0);
  if (checks === 0)
    return (
      <Text c="dimmed">
        No checks are planned for the next 30 days: keywords are checked manually, or tracking is paused. Use Edit below to set an interval.
      </Text>
    );
  return (
    <Chart
      title="Checks in the next 30 days"
      note={isPriced ? describePlan(plan, checks) : formatPlural(checks, 'check')}
      spec={spec}
      height={180}
    />
  );
}

function describePlan({ costUsd, unpriced }: CheckPlan, checks: number): string {
  const count = formatPlural(checks, 'check');
  if (unpriced === checks) return `${count}. Their price is known once each keyword has been checked.`;
  const cost = formatUsd(costUsd.reduce<number>((sum, one) => sum + (one ?? 0), 0));
  const rest = unpriced === 0 ? '' : ` The price of ${formatCount(unpriced)} of them is not known yet.`;
  return `${count} for about ${cost}, by the price of each keyword's last check.${rest}`;
}
