import { z } from 'zod';
import { instantParam, integerParam } from '#http/fields.ts';
import type { CostStats } from './get-cost-stats.ts';
import type { CostTotals } from './store/ledger.ts';

const MINUTES_MAX = 525_600;

export const CostStatsQuery = z.object({
  since: instantParam().optional(),
  until: instantParam().optional(),
  minutes: integerParam({ min: 1, max: MINUTES_MAX }).optional(),
});

const Totals = z.object({
  total_cost_usd: z.number(),
  total_requests: z.int(),
  total_runs: z.int(),
  total_projects: z.int(),
});

export const CostStatsResponse = z.object({
  success: z.boolean(),
  stats: z.object({
    all_time: Totals,
    today_cost_usd: z.number(),
    week_cost_usd: z.number(),
    month_cost_usd: z.number(),
    by_service: z.array(z.object({ service: z.string(), total_cost: z.number(), total_cost_usd: z.number(), requests: z.int() })),
    period: Totals.extend({ since: z.string().nullable(), until: z.string().nullable() }),
    unsettled: z
      .object({ calls: z.int(), estimate_usd: z.number() })
      .meta({ description: 'Calls that are under way or whose answer was lost: reserved, not yet in the totals.' }),
  }),
});

/** Specification 4.11; `period` and `unsettled` are ours. */
export function toCostStatsBody(stats: CostStats): z.input<typeof CostStatsResponse> {
  return {
    success: true,
    stats: {
      all_time: toTotalsBody(stats.allTime),
      today_cost_usd: stats.todayUsd,
      week_cost_usd: stats.weekUsd,
      month_cost_usd: stats.monthUsd,
      by_service: stats.byService.map(({ service, costUsd, requests }) => ({
        service,
        total_cost: costUsd,
        total_cost_usd: costUsd,
        requests,
      })),
      period: {
        ...toTotalsBody(stats.period),
        since: stats.span.since?.toISOString() ?? null,
        until: stats.span.until?.toISOString() ?? null,
      },
      unsettled: { calls: stats.unsettled.calls, estimate_usd: stats.unsettled.estimateUsd },
    },
  };
}

function toTotalsBody({ costUsd, requests, runs, projects }: CostTotals): z.input<typeof Totals> {
  return { total_cost_usd: costUsd, total_requests: requests, total_runs: runs, total_projects: projects };
}
