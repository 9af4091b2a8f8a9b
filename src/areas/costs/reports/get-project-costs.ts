import type { AppContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { sumRecentCosts, type RecentCosts } from './get-cost-stats.ts';
import { toSpendSpan, type AskedSpan, type Span } from '../spending/span.ts';
import type { PayingProject } from '../store/projects.ts';
import { listServiceCosts, getTotals, type CostTotals, type ServiceCosts, listCostsByProject, type ProjectCosts } from '../store/reads.ts';
import { countRecords, listCostRecords, type CostRecord } from '../store/records.ts';
import { getPayingProject, type CostReader, listVisibleProjects } from '../visible-costs.ts';

export interface ProjectCostDetails extends RecentCosts {
  readonly project: PayingProject;
  /** The span that was asked for: what follows counts only what lies in it. */
  readonly span: Span;
  readonly period: CostTotals;
  readonly byService: readonly ServiceCosts[];
  readonly records: readonly CostRecord[];
  /** Rows of the ledger in the span. */
  readonly total: number;
}

/**
 * What a project paid for, with its calls, newest first.
 * @throws AppError `Project not found`; 400 when the span ends before it begins
 */
export async function getProjectCosts(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  projectId: string,
  input: AskedSpan & Page,
): Promise<ProjectCostDetails> {
  const now = ctx.clock.now();
  const span = toSpendSpan(input, now);
  const project = await getPayingProject(ctx, projectId);
  const filter = { ...span, projectIds: [project.id] };
  const [recent, period, byService, records, total] = await Promise.all([
    sumRecentCosts(ctx, { projectIds: filter.projectIds }, now),
    getTotals(ctx.postgres, filter),
    listServiceCosts(ctx.postgres, filter),
    listCostRecords(ctx.postgres, filter, input),
    countRecords(ctx.postgres, filter),
  ]);
  return { ...recent, project, span, period, byService, records, total };
}

/**
 * What each project paid for, most expensive first. What no project pays for is a
 * row without a project, which bound keys do not see.
 * @throws AppError 400 when the span ends before it begins
 */
export async function listProjectCosts(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  input: AskedSpan & Page,
): Promise<{ projects: readonly ProjectCosts[]; total: number; span: Span }> {
  const span = toSpendSpan(input, ctx.clock.now());
  const filter = { ...span, projectIds: await listVisibleProjects(ctx) };
  return { ...(await listCostsByProject(ctx.postgres, filter, input)), span };
}
