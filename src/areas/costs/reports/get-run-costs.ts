import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { ServiceCosts } from '../store/reads.ts';
import { countRecords, listCostRecords, listRunServices, getRunTotals, type CostRecord, type RunTotals } from '../store/records.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

export interface RunCosts {
  readonly runId: string;
  readonly totals: RunTotals;
  readonly byService: readonly ServiceCosts[];
  readonly records: readonly CostRecord[];
  /** Rows of the ledger in all. */
  readonly total: number;
}

type RunReader = CostReader & Pick<AppContext, 'workflows'>;

/**
 * What a run cost, a workflow or a request, with its calls, newest first.
 * @throws AppError `Run not found` when there is neither a call that the caller may see nor such a workflow
 */
export async function getRunCosts(ctx: RunReader, runId: string, page: Page): Promise<RunCosts> {
  const filter = { runId, projectIds: await listVisibleProjects(ctx) };
  const [totals, byService, records, total] = await Promise.all([
    getRunTotals(ctx.postgres, filter),
    listRunServices(ctx.postgres, filter),
    listCostRecords(ctx.postgres, filter, page),
    countRecords(ctx.postgres, filter),
  ]);
  // Runs that a bound key cannot see are not found, as if they did not exist.
  if (total === 0 && (filter.projectIds !== undefined || (await ctx.workflows.find(runId)) === undefined)) throw notFound('Run');
  return { runId, totals, byService, records, total };
}
