import type { AppContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { toSpendSpan, type AskedSpan } from '../spending/span.ts';
import { countRecords, listCostRecords, type CostRecord } from '../store/records.ts';
import { listAskedProjects, type CostReader } from '../visible-costs.ts';

export interface RecentCostsInput extends AskedSpan, Page {
  readonly projectId?: string | undefined;
  readonly runId?: string | undefined;
  readonly service?: string | undefined;
}

/**
 * The ledger, newest first.
 * @throws AppError `Project not found`; 400 when the span ends before it begins
 */
export async function listRecentCosts(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  input: RecentCostsInput,
): Promise<{ records: CostRecord[]; total: number }> {
  const filter = {
    ...toSpendSpan(input, ctx.clock.now()),
    projectIds: await listAskedProjects(ctx, input.projectId),
    runId: input.runId,
    service: input.service,
  };
  const [records, total] = await Promise.all([listCostRecords(ctx.postgres, filter, input), countRecords(ctx.postgres, filter)]);
  return { records, total };
}
