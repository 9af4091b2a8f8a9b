import { estimateKeywordList, getKeywordList } from '#areas/keywords/index.ts';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import { LIST_OFFSET_MAX, LIST_ROWS_PER_CALL } from '#providers/search-data/lists.ts';
import { collectKeywords, type FoundKeyword } from '../collect-keywords.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import type { PlannedMarket } from '../plan/plan-harvest.ts';
import { listAskedCategories, toIdeaCategoryId } from '../plan/seeds.ts';
import { upsertFound } from '../store/found.ts';
import { assertAffordable } from './assert-affordable.ts';
import type { ListSource, ReadList } from './list-sources.ts';

/**
 * Reads a list of one market page by page, at most as far as its share, and keeps each page before it asks for
 * the next. A page that was bought is read from the store when the step is repeated.
 * @returns how many keywords it gave
 * @throws OutsideError | BudgetExceededError; earlier pages are kept
 */
export async function harvestList(
  ctx: StepContext,
  work: HarvestWork,
  { market, list, signal }: { readonly market: PlannedMarket; readonly list: ListSource; readonly signal: AbortSignal },
): Promise<number> {
  const { order, scope } = work;
  const rowsMax = Math.min(market.rows[list.share], LIST_OFFSET_MAX + LIST_ROWS_PER_CALL);
  const read: ReadList = async (kind, request) => {
    const question = { kind, request, organizationId: order.organizationId };
    await assertAffordable(ctx, work, () => estimateKeywordList(ctx, question));
    return await getKeywordList(ctx, question, scope, { signal });
  };
  let count = 0;
  for (let offset = 0; offset < rowsMax; offset += LIST_ROWS_PER_CALL) {
    const limit = Math.min(LIST_ROWS_PER_CALL, rowsMax - offset);
    const { rows, came } = await list.read(read, { order, market, limit, offset });
    const found = rows.slice(0, limit).map((metrics) => toFound(order, list, metrics));
    const keywords = collectKeywords(found, list.source);
    await upsertFound(ctx.postgres, { runId: order.id, market, keywords });
    count += keywords.length;
    // A list of the ads planner comes whole.
    if (came < limit || market.source === 'google_ads') break;
  }
  return count;
}

function toFound(order: HarvestOrder, { source }: ListSource, metrics: KeywordMetrics): FoundKeyword {
  const of = new Set(metrics.categories);
  const category = source === 'harvest_ai' ? listAskedCategories(order).find(({ id }) => id !== null && of.has(id)) : undefined;
  return { text: metrics.keyword, ideaCategoryId: category === undefined ? null : toIdeaCategoryId(order, category), metrics };
}
