import type { AppContext } from '#context';
import type { Caller } from '#http/caller.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { readBudgets, type BudgetLimits } from '../budgets/budget-limits.ts';
import { BUDGETS, DEFAULT_NAME, withOwnLimits, type Budget, type Limits } from '../budgets/budgets.ts';
import { sumRecentCosts, type RecentCosts } from './get-cost-stats.ts';
import { endOf, startOf } from '../periods.ts';
import { listFullestCounters, type BudgetCounter } from '../store/counters.ts';
import { listMemberLimits, listOwnLimits } from '../store/payers.ts';
import { listCostsByProject, listServiceCosts, getTotals, getUnsettled, type ProjectCosts, type ServiceCosts } from '../store/reads.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

const TOP_PROJECTS = 10;
const COUNTERS_MAX = 10;
const MONTH_DAYS = 30;
const MEMBER = 'member_monthly_usd';

export interface BudgetUse {
  readonly budget: Budget;
  readonly limit: NonNullable<Limits[Budget['name']]> | null;
  readonly resetsAt: Date | undefined;
  /** The fullest ones of the current period. */
  readonly counters: readonly (BudgetCounter & { readonly limit: number | null })[];
}

export interface CostSummary extends RecentCosts {
  readonly yesterdayUsd: number;
  readonly unsettled: { readonly calls: number; readonly estimateUsd: number };
  /** Costs of the last 30 days, most expensive first. */
  readonly byService: readonly ServiceCosts[];
  readonly topProjects: readonly ProjectCosts[];
  readonly budgets: readonly BudgetUse[];
}

/** Costs at a glance: what was spent lately, on what, and how full the budgets are. */
export async function getCostSummary(ctx: CostReader & Pick<AppContext, 'clock'>): Promise<CostSummary> {
  const { postgres } = ctx;
  const now = ctx.clock.now();
  const projectIds = await listVisibleProjects(ctx);
  const month = { since: new Date(now.getTime() - MONTH_DAYS * DAY_MS), projectIds };
  const today = startOf('day', now);
  const [recent, yesterday, unsettled, byService, { projects }, budgets] = await Promise.all([
    sumRecentCosts(ctx, { projectIds }, now),
    getTotals(postgres, { since: new Date(today.getTime() - DAY_MS), until: today, projectIds }),
    getUnsettled(postgres, { projectIds }),
    listServiceCosts(postgres, month),
    listCostsByProject(postgres, month, { limit: TOP_PROJECTS, offset: 0 }),
    listBudgetUse(ctx, projectIds, now),
  ]);
  return { ...recent, yesterdayUsd: yesterday.costUsd, unsettled, byService, topProjects: projects, budgets };
}

/** @param projectIds those whose costs the caller may see; undefined: all */
export async function listBudgetUse(
  { postgres, caller }: CostReader,
  projectIds: readonly string[] | undefined,
  now: Date,
): Promise<BudgetUse[]> {
  const limits = await readBudgets(postgres);
  const visible = listVisibleBudgets(limits, caller, projectIds);
  return await Promise.all(
    visible.map(async ({ budget, scopes, limit }): Promise<BudgetUse> => {
      const asked = { budget: budget.name, windowStart: startOf(budget.period, now), scopes, limit: COUNTERS_MAX };
      // Counters of runs have no period: every run of the last months has one.
      const counters = budget.period === 'run' ? [] : await listFullestCounters(postgres, asked);
      const all = await withKeptLimits(postgres, limits, { budget, counters });
      return {
        budget,
        limit: budget.name === MEMBER ? (all[MEMBER] ?? null) : limit,
        resetsAt: endOf(budget.period, now),
        counters: counters.map((counter) => ({ ...counter, limit: budget.limitOf(all, counter.scope) })),
      };
    }),
  );
}

type VisibleBudget = Pick<BudgetUse, 'budget' | 'limit'> & {
  /** Whose counters may be seen; unset: all. */
  readonly scopes: readonly string[] | undefined;
};

/** The limits with those that are not set in the configuration, as far as these counters need them. */
async function withKeptLimits(
  postgres: CostReader['postgres'],
  limits: BudgetLimits,
  { budget, counters }: { readonly budget: Budget; readonly counters: readonly BudgetCounter[] },
): Promise<Limits> {
  const scopes = counters.map(({ scope }) => scope);
  if (budget.name === MEMBER) return { ...limits, [MEMBER]: await listMemberLimits(postgres, scopes) };
  return budget.name === 'project_monthly_usd' ? withOwnLimits(limits, await listOwnLimits(postgres, scopes)) : limits;
}

/** A bound caller sees the budgets of its projects and its organization, and a member their own; the others are counted over what it may not see. */
function listVisibleBudgets(limits: Limits, caller: Caller, projectIds: readonly string[] | undefined): VisibleBudget[] {
  const organizationId = caller.projectIds === undefined ? caller.organizationId : undefined;
  return BUDGETS.flatMap((budget): VisibleBudget[] => {
    if (projectIds === undefined) return [{ budget, scopes: undefined, limit: limits[budget.name] ?? null }];
    if (budget.name === MEMBER) return caller.memberId === undefined ? [] : [{ budget, scopes: [caller.memberId], limit: null }];
    if (budget.name === 'project_monthly_usd')
      return [{ budget, scopes: projectIds, limit: pickProjects(limits.project_monthly_usd, projectIds) }];
    if (budget.name !== 'organization_monthly_usd' || organizationId === undefined) return [];
    return [{ budget, scopes: [organizationId], limit: budget.limitOf(limits, organizationId) }];
  });
}

/** Limits by project of those that may be seen. */
function pickProjects(limit: BudgetUse['limit'], projectIds: readonly string[]): BudgetUse['limit'] {
  if (limit === null || typeof limit === 'number') return limit;
  return Object.fromEntries(Object.entries(limit).filter(([id]) => id === DEFAULT_NAME || projectIds.includes(id)));
}
