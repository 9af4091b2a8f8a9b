import { z } from 'zod';
import type { BudgetUse, CostSummary } from '../reports/get-cost-summary.ts';
import { toBody } from '#http/to-body.ts';
import { PERIODS } from '../periods.ts';
import { toMicros, toUsd } from '#kernel/money.ts';
import { ProjectCostsBody, ServiceBody, toProjectCostsBody, toServiceBody, Totals, toTotalsBody, UnsettledBody } from './shared.ts';

const CounterBody = z.object({
  scope: z
    .string()
    .meta({ description: 'What is counted together: `all`, a type of workflow, a project, a membership, a key, an organization.' }),
  window_start: z.string(),
  limit: z.number().nullable(),
  spent_usd: z.number(),
  reserved_usd: z.number(),
  requests: z.int(),
  remaining: z.number().nullable().meta({ description: 'Null without a limit.' }),
});

const BudgetBody = z
  .object({
    name: z.string(),
    unit: z.enum(['usd', 'requests']),
    period: z.enum(PERIODS),
    limit: z.union([z.number().nullable(), z.record(z.string(), z.number().nullable())]),
    resets_at: z.string().nullable(),
    counters: z.array(CounterBody).meta({ description: 'The fullest ones of the current period.' }),
  })
  .meta({ id: 'BudgetUse' });

export const CostSummaryResponse = z.object({
  success: z.boolean(),
  summary: z.object({
    all_time: Totals,
    today_cost_usd: z.number(),
    yesterday_cost_usd: z.number(),
    week_cost_usd: z.number(),
    month_cost_usd: z.number(),
    unsettled: UnsettledBody,
    by_service: z.array(ServiceBody),
    top_projects: z.array(ProjectCostsBody),
    budgets: z.array(BudgetBody),
  }),
});

export function toCostSummaryBody(summary: CostSummary): z.input<typeof CostSummaryResponse> {
  return {
    success: true,
    summary: {
      all_time: toTotalsBody(summary.allTime),
      today_cost_usd: summary.todayUsd,
      yesterday_cost_usd: summary.yesterdayUsd,
      week_cost_usd: summary.weekUsd,
      month_cost_usd: summary.monthUsd,
      unsettled: { calls: summary.unsettled.calls, estimate_usd: summary.unsettled.estimateUsd },
      by_service: summary.byService.map(toServiceBody),
      top_projects: summary.topProjects.map(toProjectCostsBody),
      budgets: summary.budgets.map(toBudgetBody),
    },
  };
}

function toBudgetBody({ budget, limit, resetsAt, counters }: BudgetUse): z.input<typeof BudgetBody> {
  return {
    name: budget.name,
    unit: budget.unit,
    period: budget.period,
    limit,
    resets_at: resetsAt?.toISOString() ?? null,
    counters: counters.map((counter) => {
      const remaining = counter.limit === null ? null : Math.max(0, toRemaining(budget.unit, counter.limit, counter));
      return toBody(CounterBody, { ...counter, remaining });
    }),
  };
}

function toRemaining(unit: 'usd' | 'requests', limit: number, { spentUsd, reservedUsd, requests }: BudgetUse['counters'][number]): number {
  return unit === 'requests' ? limit - requests : toUsd(toMicros(limit) - toMicros(spentUsd) - toMicros(reservedUsd));
}
