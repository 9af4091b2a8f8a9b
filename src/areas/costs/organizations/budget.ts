import type { RequestContext } from '#context';
import { requireRight } from '#http/rights.ts';
import { nameOf } from '#http/caller.ts';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { toMicros, toUsd } from '#kernel/money.ts';
import { NAMES_MAX, readBudgets } from '../budgets/budget-limits.ts';
import { limitByName, withOwnLimits } from '../budgets/budgets.ts';
import { endOf, startOf } from '../periods.ts';
import { countNamedLimits, listWindowSums, setNamedLimit } from '../store/budgets.ts';
import { listOwnLimits } from '../store/payers.ts';
import { listProjectNames, removeOwnLimits, setOwnLimits } from '../store/project-limits.ts';
import { listVisibleProjects, readIn, type CostReader } from '../visible-costs.ts';

/** What may be spent in the present month (UTC), and what is left, in USD. */
export interface MonthRoom {
  /** Null: no limit. */
  readonly limitUsd: number | null;
  readonly spentUsd: number;
  /** Reserved for calls that are under way. */
  readonly reservedUsd: number;
  /** Null without a limit. */
  readonly leftUsd: number | null;
}

export interface OrganizationBudget {
  readonly organizationId: string;
  /** Undefined for callers who see some of the projects only: it is counted over all. */
  readonly whole: MonthRoom | undefined;
  readonly projects: readonly (MonthRoom & ProjectLimits)[];
  readonly total: number;
  readonly resetsAt: Date;
}

interface ProjectLimits {
  readonly projectId: string;
  readonly name: string;
  /** What the organization allows it; null: it set nothing. */
  readonly ownLimitUsd: number | null;
  /** What operators allow it; null: no limit. */
  readonly serviceLimitUsd: number | null;
}

export interface BudgetOrder {
  /** Undefined: stays as it is; null: no limit. */
  readonly monthlyUsd: number | null | undefined;
  /** Null: the organization sets nothing for it any more. */
  readonly projects: readonly { readonly projectId: string; readonly monthlyUsd: number | null }[];
}

type BudgetReader = CostReader & Pick<RequestContext, 'clock'>;

/** @throws AppError `Organization not found` */
export async function getOrganizationBudget(ctx: BudgetReader, organizationId: string, page: Page): Promise<OrganizationBudget> {
  const reader = await readIn(ctx, organizationId);
  const { postgres, caller } = reader;
  const now = ctx.clock.now();
  const visible = (await listVisibleProjects(reader)) ?? [];
  const { projects, total } = await listProjectNames(postgres, visible, page);
  const ids = projects.map(({ id }) => id);
  const windowStart = startOf('month', now);
  const [limits, own, spent, whole] = await Promise.all([
    readBudgets(postgres),
    listOwnLimits(postgres, ids),
    listWindowSums(postgres, { budget: 'project_monthly_usd', scopes: ids, windowStart }),
    listWindowSums(postgres, { budget: 'organization_monthly_usd', scopes: [organizationId], windowStart }),
  ]);
  const both = withOwnLimits(limits, own).project_monthly_usd;
  const sumOf = new Map(spent.map((sums) => [sums.scope, sums]));
  return {
    organizationId,
    whole: caller.projectIds === undefined ? toRoom(limitByName(limits.organization_monthly_usd, organizationId), whole[0]) : undefined,
    projects: projects.map(({ id, name }) => ({
      projectId: id,
      name,
      ownLimitUsd: own.get(id) ?? null,
      serviceLimitUsd: limitByName(limits.project_monthly_usd, id),
      ...toRoom(limitByName(both, id), sumOf.get(id)),
    })),
    total,
    resetsAt: endOf('month', now) ?? now,
  };
}

/**
 * Sets what an organization allows its projects, within what operators allow them and it, and for operators what it may
 * spend itself. The limits hold from the next call on.
 * @throws AppError `Organization not found`; `Forbidden` for the limit of the organization itself; 400 that names every
 * project that is none of it and every limit above what it may spend
 */
export async function setOrganizationBudget(
  ctx: BudgetReader & Pick<RequestContext, 'caller'>,
  organizationId: string,
  order: BudgetOrder,
): Promise<void> {
  const reader = await readIn(ctx, organizationId);
  const { postgres } = reader;
  if (order.monthlyUsd !== undefined) requireRight(ctx.caller, 'operate');
  const visible = new Set(await listVisibleProjects(reader));
  const budgets = await readBudgets(postgres);
  const most = order.monthlyUsd === undefined ? limitByName(budgets.organization_monthly_usd, organizationId) : order.monthlyUsd;
  const problems = order.projects.flatMap(({ projectId, monthlyUsd }, at): FieldProblem[] => {
    if (!visible.has(projectId)) return [{ path: `projects.${at}.project_id`, message: 'is no project of the organization' }];
    if (monthlyUsd === null || most === null || monthlyUsd <= most) return [];
    return [{ path: `projects.${at}.monthly_usd`, message: `must be at most ${most}, what the organization may spend in a month` }];
  });
  if (problems.length > 0) throw invalid(problems);
  const set = order.projects.flatMap(({ projectId, monthlyUsd }) => (monthlyUsd === null ? [] : [{ projectId, monthlyUsd }]));
  const removed = order.projects.filter(({ monthlyUsd }) => monthlyUsd === null).map(({ projectId }) => projectId);
  await postgres.transaction(async (tx) => {
    if (order.monthlyUsd !== undefined) {
      if ((await countNamedLimits(tx, 'organization_monthly_usd', organizationId)) >= NAMES_MAX)
        throw invalid([{ path: 'monthly_usd', message: `is set for ${NAMES_MAX} organizations already, which is the most` }]);
      await setNamedLimit(tx, 'organization_monthly_usd', organizationId, order.monthlyUsd);
    }
    await removeOwnLimits(tx, removed);
    await setOwnLimits(tx, set, nameOf(ctx.caller));
  });
}

function toRoom(limitUsd: number | null, sums: { readonly spentUsd: number; readonly reservedUsd: number } | undefined): MonthRoom {
  const { spentUsd, reservedUsd } = sums ?? { spentUsd: 0, reservedUsd: 0 };
  const left = limitUsd === null ? null : Math.max(0, toUsd(toMicros(limitUsd) - toMicros(spentUsd) - toMicros(reservedUsd)));
  return { limitUsd, spentUsd, reservedUsd, leftUsd: left };
}
