import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import {
  listClickstreamMonths,
  listPortfolioMonths,
  sumPortfolio,
  type ClickstreamMonth,
  type PortfolioFilter,
  type PortfolioMonth,
  type PortfolioSums,
} from './store.ts';

export interface PortfolioTrends {
  readonly sums: PortfolioSums;
  /** Oldest first. */
  readonly months: readonly PortfolioMonth[];
  /** Oldest first. */
  readonly clickstream: readonly ClickstreamMonth[];
}

/**
 * The searches of a project's tracked keywords by month, out of what is stored.
 * @throws AppError `Project not found`
 */
export async function getPortfolioTrends(ctx: ProjectReader, filter: PortfolioFilter): Promise<PortfolioTrends> {
  await getProject(ctx, filter.projectId);
  const [sums, months, clickstream] = await Promise.all([
    sumPortfolio(ctx.postgres, filter),
    listPortfolioMonths(ctx.postgres, filter),
    listClickstreamMonths(ctx.postgres, filter),
  ]);
  return { sums, months: months.toReversed(), clickstream: clickstream.toReversed() };
}
