import type { AnswerEnd } from '#purchases/index.ts';
import type { WorkflowContext } from '#context';
import { AppStoreError } from '#providers/app-store/index.ts';
import { retireGone } from '../../catalogue/index.ts';
import { findStoreCategory, type StoreCategory } from '../../store-categories.ts';
import type { Crawl } from '../crawl.ts';
import type { Listing } from './listing.ts';
import { readBoughtLists } from './read-bought-lists.ts';
import { readAppPages } from '../read-pages.ts';

interface ListingWork {
  readonly category: StoreCategory;
  /** The lists that were ordered of `store_b`, in the order of the charts. */
  readonly ordered: readonly AnswerEnd[];
  readonly signal: AbortSignal;
}

/**
 * The lists of a category, as its store shows them or the provider sells them. A hub, room or story that the store does
 * not have any more is marked before the error is thrown.
 */
export async function readListing(ctx: WorkflowContext, crawl: Crawl, { category, ordered, signal }: ListingWork): Promise<Listing> {
  if (crawl.platform === 'store_b') return await readBoughtLists(ctx, crawl, category, ordered);
  const scope = { source: 'workflow', runId: crawl.runId, workflowType: 'crawl-run' } as const;
  try {
    return await readAppPages(ctx, crawl, category, { scope, signal });
  } catch (error) {
    const isGone = error instanceof AppStoreError && error.reason === 'removed';
    if (isGone && findStoreCategory(crawl.platform, category.id) === undefined)
      await retireGone(ctx.postgres, crawl, { id: category.id, now: ctx.clock.now() });
    throw error;
  }
}
