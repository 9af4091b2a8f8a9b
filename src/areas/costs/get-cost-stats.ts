import type { AppContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import {
  selectCostsByService,
  selectCostsSince,
  selectTotals,
  selectUnsettled,
  type CostTotals,
  type ServiceCosts,
  type Span,
} from './store/ledger.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

export interface CostStatsInput extends Span {
  /** The last minutes, instead of `since`. */
  readonly minutes?: number | undefined;
}

export interface CostStats {
  readonly allTime: CostTotals;
  readonly todayUsd: number;
  readonly weekUsd: number;
  readonly monthUsd: number;
  /** The span that was asked for: `period` and `byService` count only what lies in it. */
  readonly span: Span;
  readonly period: CostTotals;
  readonly byService: readonly ServiceCosts[];
  readonly unsettled: { readonly calls: number; readonly estimateUsd: number };
}

/**
 * What outside calls cost (specification 4.11). Today is the day in UTC; week and month are the last
 * 7 and 30 days, so that no shorter span can cost more than a longer one.
 * @throws AppError 400 when the span ends before it begins
 */
export async function getCostStats(ctx: Pick<AppContext, 'postgres' | 'clock'>, input: CostStatsInput): Promise<CostStats> {
  const now = ctx.clock.now();
  const span: Span = {
    since: input.minutes === undefined ? input.since : new Date(now.getTime() - input.minutes * MINUTE_MS),
    until: input.until,
  };
  if (span.since !== undefined && span.until !== undefined && span.until < span.since) {
    throw invalid([{ path: 'until', message: 'until must not be before since' }]);
  }
  const today = new Date(new Date(now).setUTCHours(0, 0, 0, 0));
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const [allTime, [todayUsd = 0, weekUsd = 0, monthUsd = 0], period, byService, unsettled] = await Promise.all([
    selectTotals(ctx.postgres, {}),
    selectCostsSince(ctx.postgres, [today, daysAgo(WEEK_DAYS), daysAgo(MONTH_DAYS)]),
    selectTotals(ctx.postgres, span),
    selectCostsByService(ctx.postgres, span),
    selectUnsettled(ctx.postgres),
  ]);
  return { allTime, todayUsd, weekUsd, monthUsd, span, period, byService, unsettled };
}
