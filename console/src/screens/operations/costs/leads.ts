/** What the screens of costs say first. */
import type { GetAdminCostsSummaryResponse } from '#client';
import { formatUsd } from '#data/format.ts';

/** What is spent, and which budget is the fullest. */
export function sayCosts({
  today_cost_usd: today,
  month_cost_usd: month,
  budgets,
}: Pick<GetAdminCostsSummaryResponse['summary'], 'today_cost_usd' | 'month_cost_usd' | 'budgets'>): string {
  const uses = budgets.flatMap(({ name, unit, counters }) =>
    counters.flatMap(({ limit, spent_usd: spent, requests }) =>
      limit === null || limit <= 0 ? [] : [{ name, part: (unit === 'usd' ? spent : requests) / limit }],
    ),
  );
  const [fullest] = uses.toSorted((one, other) => other.part - one.part);
  const budget =
    fullest === undefined ? 'No budget has a limit that was used.' : `The fullest budget is at ${Math.round(fullest.part * 100)}%.`;
  return `${formatUsd(month)} spent this month, ${formatUsd(today)} of it today. ${budget}`;
}

/** What a project paid; its budgets are those of all. */
export function sayProjectCosts({
  today_cost_usd: today,
  month_cost_usd: month,
}: {
  readonly today_cost_usd: number;
  readonly month_cost_usd: number;
}): string {
  return `${formatUsd(month)} spent by this project this month, ${formatUsd(today)} of it today.`;
}
