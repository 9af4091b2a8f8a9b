import { loadKeywordTools } from '#areas/classification/index.ts';
import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { listSitePages } from '../site/store/pages.ts';
import { ensureTaxonomy } from '../taxonomy/ensure-taxonomy.ts';
import { makeFindFittingPage } from './fit-pages.ts';
import { formGroups, type Grouped } from './form-groups.ts';
import { addKnownPages } from './known-pages.ts';
import { loadListingPages } from './listing-pages.ts';
import { replaceClusters } from './store/clusters.ts';
import { listKeptKeywords, updateGroupedKeywords } from './store/run-keywords.ts';
import { getGroupingOrder, type GroupingOrder } from './store/runs.ts';

export type GroupingContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'config'>;

export interface GroupingSummary {
  readonly clusters: number;
  /** Keywords that were put into a category. */
  readonly assigned: number;
}

/**
 * Puts the kept keywords of a run into its confirmed categories and into clusters, and chooses the page of the site
 * that should serve each cluster. Doing it again replaces what was there.
 * @throws Error when there is no such run, or it is not confirmed
 */
export async function groupKeywords(
  ctx: GroupingContext,
  runId: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<GroupingSummary> {
  const order = await getGroupingOrder(ctx.postgres, runId);
  const keywords = await listKeptKeywords(ctx.postgres, runId);
  const known = await addKnownPages(ctx, order, keywords);
  signal.throwIfAborted();
  const tools = await loadKeywordTools();
  const { isFront, isListing } = await loadListingPages();
  const findPage = makeFindFittingPage(await listSitePages(ctx.postgres, runId), { tools, isListing });
  const grouped = formGroups(known, { order, tools, findPage, isFront });
  await ctx.postgres.transaction(async (tx) => {
    signal.throwIfAborted();
    await store(tx, { ctx, order, grouped });
  });
  return { clusters: grouped.clusters.length, assigned: grouped.keywords.filter(({ category_id: id }) => id !== null).length };
}

async function store(
  tx: Transaction,
  { ctx, order, grouped }: { readonly ctx: GroupingContext; readonly order: GroupingOrder; readonly grouped: Grouped },
): Promise<void> {
  if (order.projectId !== null) await ensureTaxonomy({ tx, clock: ctx.clock }, order.projectId, order.confirmation.categories);
  await replaceClusters(tx, order.id, grouped.clusters);
  await updateGroupedKeywords(tx, order.id, grouped.keywords);
}
