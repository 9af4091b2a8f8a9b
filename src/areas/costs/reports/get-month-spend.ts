import type { AppContext } from '#context';
import { listBudgetUse, type BudgetUse } from './get-cost-summary.ts';
import { startOf } from '../periods.ts';
import { getTotals } from '../store/reads.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

/** From here on a budget is nearly used up. */
const NEAR_SHARE = 0.8;

export interface MonthSpend {
  /** Spent by the projects that the caller sees, in this month (UTC, of the observed world). */
  readonly spentUsd: number;
  /** How full the fullest budget is that the caller sees: calls are refused once it is `full`. */
  readonly budgets: 'ok' | 'near' | 'full';
}

/** How many budgets that the caller sees have a counter that is used up, so that calls are refused. */
export async function countFullBudgets(ctx: CostReader & Pick<AppContext, 'clock'>): Promise<number> {
  const uses = await listBudgetUse(ctx, await listVisibleProjects(ctx), ctx.clock.now());
  return uses.filter((use) => listShares(use).some((share) => share >= 1)).length;
}

/** What the caller's projects cost in this month, and whether a budget will stop them soon. */
export async function getMonthSpend(ctx: CostReader & Pick<AppContext, 'clock'>): Promise<MonthSpend> {
  const now = ctx.clock.now();
  const projectIds = await listVisibleProjects(ctx);
  const [totals, uses] = await Promise.all([
    getTotals(ctx.postgres, { since: startOf('month', now), projectIds }),
    listBudgetUse(ctx, projectIds, now),
  ]);
  const fullest = Math.max(0, ...uses.flatMap(listShares));
  return { spentUsd: totals.costUsd, budgets: fullest >= 1 ? 'full' : fullest >= NEAR_SHARE ? 'near' : 'ok' };
}

/** How much of each counter is used, 1 for all of it. */
function listShares({ budget, counters }: BudgetUse): number[] {
  return counters.flatMap(({ limit, reservedUsd, spentUsd, requests }) => {
    if (limit === null) return [];
    const used = budget.unit === 'usd' ? reservedUsd + spentUsd : requests;
    return [limit === 0 ? 1 : used / limit];
  });
}
