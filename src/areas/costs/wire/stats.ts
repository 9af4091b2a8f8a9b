import { z } from 'zod';
import type { CostStats } from '../reports/get-cost-stats.ts';
import { ServiceBody, SpanBody, toServiceBody, Totals, toSpanBody, toTotalsBody, UnsettledBody } from './shared.ts';

export const CostStatsResponse = z.object({
  success: z.boolean(),
  stats: z.object({
    all_time: Totals,
    today_cost_usd: z.number(),
    week_cost_usd: z.number(),
    month_cost_usd: z.number(),
    by_service: z.array(ServiceBody),
    period: Totals.extend(SpanBody),
    unsettled: UnsettledBody,
  }),
});

/** What the ledger comes to over a period. */
export function toCostStatsBody(stats: CostStats): z.input<typeof CostStatsResponse> {
  return {
    success: true,
    stats: {
      all_time: toTotalsBody(stats.allTime),
      today_cost_usd: stats.todayUsd,
      week_cost_usd: stats.weekUsd,
      month_cost_usd: stats.monthUsd,
      by_service: stats.byService.map(toServiceBody),
      period: { ...toTotalsBody(stats.period), ...toSpanBody(stats.span) },
      unsettled: { calls: stats.unsettled.calls, estimate_usd: stats.unsettled.estimateUsd },
    },
  };
}
