import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { startOf } from '../periods.ts';
import { toSpendSpan, type AskedSpan, type Span } from '../spending/span.ts';
import { listServiceCosts, getTotals, getUnsettled, type CostFilter, type CostTotals, type ServiceCosts } from '../store/reads.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** Costs of spans that end now. Week and month are the last 7 and 30 days, so that no shorter span can cost more than a longer one. */
export interface RecentCosts {
  readonly allTime: CostTotals;
  /** The day in UTC. */
  readonly todayUsd: number;
  readonly weekUsd: number;
  readonly monthUsd: number;
}

export interface CostStats extends RecentCosts {
  /** The span that was asked for: `period` and `byService` count only what lies in it. */
  readonly span: Span;
  readonly period: CostTotals;
  readonly byService: readonly ServiceCosts[];
  readonly unsettled: { readonly calls: number; readonly estimateUsd: number };
}

/**
 * What outside calls cost.
 * @throws AppError 400 when the span ends before it begins
 */
export async function getCostStats(ctx: CostReader & Pick<AppContext, 'clock'>, input: AskedSpan): Promise<CostStats> {
  const now = ctx.clock.now();
  const span = toSpendSpan(input, now);
  const projectIds = await listVisibleProjects(ctx);
  const [recent, period, byService, unsettled] = await Promise.all([
    sumRecentCosts(ctx, { projectIds }, now),
    getTotals(ctx.postgres, { ...span, projectIds }),
    listServiceCosts(ctx.postgres, { ...span, projectIds }),
    getUnsettled(ctx.postgres, { projectIds }),
  ]);
  return { ...recent, span, period, byService, unsettled };
}

export async function sumRecentCosts(
  { postgres }: Pick<CostReader, 'postgres'>,
  filter: Pick<CostFilter, 'projectIds'>,
  now: Date,
): Promise<RecentCosts> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const [allTime, today, week, month] = await Promise.all([
    getTotals(postgres, filter),
    getTotals(postgres, { ...filter, since: startOf('day', now) }),
    getTotals(postgres, { ...filter, since: daysAgo(WEEK_DAYS) }),
    getTotals(postgres, { ...filter, since: daysAgo(MONTH_DAYS) }),
  ]);
  return { allTime, todayUsd: today.costUsd, weekUsd: week.costUsd, monthUsd: month.costUsd };
}
