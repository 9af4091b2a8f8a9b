import type { AppContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { toSpendSpan, type AskedSpan, type Span } from '../spending/span.ts';
import { listCostsByProject, type ProjectCosts } from '../store/reads.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

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
