import { List, Text, Title } from '@mantine/core';
import type { AnswerPlanEstimate } from '#client';
import { useShows } from '#app/session.tsx';
import { formatCount, formatPlural, formatUsd } from '#data/format.ts';

/** What a plan costs and how exactly it measures: money beside certainty. */
export function PlanEstimate({ estimate }: { readonly estimate: AnswerPlanEstimate }) {
  const isPriced = useShows('money');
  const { prompts, answers_per_week: weekly, answers_per_month: monthly, monthly_cost_usd: usd, precision } = estimate;
  const { n_per_week: n, interval_points: interval, detects_points_at_80_percent: detects } = precision;
  if (prompts === 0)
    return (
      <Text size="sm" c="dimmed">
        What the plan buys follows from the number of prompts: add some first.
      </Text>
    );
  return (
    <>
      <Title order={3} mb="xs">
        What it buys
      </Title>
      <List size="sm" spacing={6}>
        <List.Item>
          {formatPlural(weekly, 'answer')} a week to {formatPlural(prompts, 'prompt')}, {formatCount(monthly)} a month.
        </List.Item>
        {isPriced && <List.Item>{formatUsd(usd)} a month at most.</List.Item>}
        <List.Item>{formatPlural(n, 'answer')} of each assistant a week.</List.Item>
        {interval !== null && <List.Item>A rate of 30% has an interval {interval} points wide.</List.Item>}
        {detects !== null && <List.Item>A change of {detects} points between two weeks is found in 80 of 100 cases.</List.Item>}
      </List>
    </>
  );
}
