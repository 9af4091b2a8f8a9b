import type { AppContext } from '#context';
import type { RequestScope } from '#http/endpoint.ts';
import { requireUnbound } from '#http/auth.ts';
import { invalid } from '#kernel/errors.ts';
import { toMicros, toUsd } from '#kernel/money.ts';
import { NAMES_MAX, readBudgets, type BudgetLimits } from './budget-limits.ts';
import { limitByName, withOwnLimits } from './budgets.ts';
import { endOf, startOf } from '../periods.ts';
import { countNamedLimits, listWindowSums, removeProjectLimit, setNamedLimit } from '../store/budgets.ts';
import { listOwnLimits } from '../store/payers.ts';
import { getPayingProject, type CostReader } from '../visible-costs.ts';

const BUDGET = 'project_monthly_usd';

/** The monthly budget of one project, in USD. */
export interface ProjectBudget {
  readonly projectId: string;
  /** Null: no limit. */
  readonly limitUsd: number | null;
  /** Whose the limit is: the project's own, that of all projects without one, or what the organization allows it, which is lower. */
  readonly limitOf: 'project' | 'all_projects' | 'organization';
  /** What projects without a limit of their own may spend; null: no limit. */
  readonly allProjectsUsd: number | null;
  readonly spentUsd: number;
  /** Reserved for calls that are under way. */
  readonly reservedUsd: number;
  /** Null without a limit. */
  readonly leftUsd: number | null;
  readonly resetsAt: Date;
}

type BudgetContext = CostReader & Pick<AppContext, 'clock'>;
type BudgetWriter = BudgetContext & Pick<RequestScope, 'caller'>;

/** @throws AppError `Project not found` */
export async function getProjectBudget(ctx: BudgetContext, projectId: string): Promise<ProjectBudget> {
  const { id } = await getPayingProject(ctx, projectId);
  const now = ctx.clock.now();
  const asked = { budget: BUDGET, scopes: [id], windowStart: startOf('month', now) };
  const [limits, own, [sums]] = await Promise.all([
    readBudgets(ctx.postgres),
    listOwnLimits(ctx.postgres, [id]),
    listWindowSums(ctx.postgres, asked),
  ]);
  const { spentUsd, reservedUsd } = sums ?? { spentUsd: 0, reservedUsd: 0 };
  const limitUsd = limitByName(withOwnLimits(limits, own)[BUDGET], id);
  const isOwn = limitUsd !== limitByName(limits[BUDGET], id);
  return {
    projectId: id,
    limitUsd,
    limitOf: isOwn ? 'organization' : hasOwnLimit(limits, id) ? 'project' : 'all_projects',
    allProjectsUsd: limitByName(limits[BUDGET], ''),
    spentUsd,
    reservedUsd,
    leftUsd: limitUsd === null ? null : Math.max(0, toUsd(toMicros(limitUsd) - toMicros(spentUsd) - toMicros(reservedUsd))),
    resetsAt: endOf('month', now) ?? now,
  };
}

/**
 * Gives a project a limit of its own, which holds from the next call on; other projects keep theirs.
 * @param limitUsd null: no limit, whatever all projects have; undefined: that of all projects again
 * @throws AppError `Project not found`; `Forbidden` for a bound key, which a limit of its projects binds; 400 when there are too many
 */
export async function updateProjectBudget(
  ctx: BudgetWriter,
  projectId: string,
  limitUsd: number | null | undefined,
): Promise<ProjectBudget> {
  requireUnbound(ctx.caller);
  const { id } = await getPayingProject(ctx, projectId);
  if (limitUsd === undefined) await removeProjectLimit(ctx.postgres, id);
  else {
    if ((await countNamedLimits(ctx.postgres, BUDGET, id)) >= NAMES_MAX)
      throw invalid([{ path: 'monthly_usd', message: `is set for ${NAMES_MAX} projects already, which is the most` }]);
    await setNamedLimit(ctx.postgres, BUDGET, id, limitUsd);
  }
  return await getProjectBudget(ctx, id);
}

function hasOwnLimit({ project_monthly_usd: limit }: BudgetLimits, projectId: string): boolean {
  return typeof limit === 'object' && limit !== null && Object.hasOwn(limit, projectId);
}
