import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import type { AnswerEnd } from '#purchases/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { AppError } from '#kernel/errors.ts';
import { appInfoFetch } from '../queues.ts';
import { findStoreCategory, type StoreCategory } from '../store-categories.ts';
import { storeListing, type StoredListing } from './lists/store-listing.ts';
import { beginCategory } from './store/categories.ts';
import { findEditorial } from './store/known.ts';
import { getCrawl } from './store/crawls.ts';
import { AppStoreError } from '#providers/app-store/index.ts';
import { retireGone } from '../catalogue/index.ts';
import type { Crawl } from './crawl.ts';
import type { Listing } from './lists/listing.ts';
import { readBoughtLists } from './lists/read-bought-lists.ts';
import { readAppPages } from './read-pages.ts';

declare module '#context' {
  interface WorkflowTypes {
    'category-crawl': WorkflowType<z.input<typeof CategoryInput>, CategoryCrawlOutput>;
  }
}

const CategoryInput = z.object({
  run_id: z.string().min(1),
  platform: z.enum(PLATFORMS),
  category_id: z.string().min(1),
  /** The lists that were ordered of `store_b`, in the order of the charts. */
  ordered: z.array(z.custom<AnswerEnd>((value) => typeof value === 'object' && value !== null)).default([]),
});

export interface CategoryCrawlOutput {
  readonly category_id: string;
  readonly apps_discovered: number;
  readonly apps_updated: number;
}

/** Reads the lists of one category, and stores them in one transaction. A category that is stored is not read again. */
export const categoryCrawl = defineWorkflow({
  name: 'category-crawl',
  label: 'Crawl',
  summary: 'reads the lists of a category of an app store',
  input: CategoryInput,
  queue: appInfoFetch,
  steps: ['readLists'],
  run: async (ctx, { run_id: runId, category_id: categoryId, ordered }): Promise<CategoryCrawlOutput> => {
    const { added, changed } = await ctx.step('readLists', ({ signal }) => crawlCategory(ctx, { runId, categoryId, ordered, signal }));
    return { category_id: categoryId, apps_discovered: added, apps_updated: changed };
  },
});

interface CategoryWork {
  readonly runId: string;
  readonly categoryId: string;
  readonly ordered: readonly AnswerEnd[];
  readonly signal: AbortSignal;
}

async function crawlCategory(ctx: WorkflowContext, { runId, categoryId, ordered, signal }: CategoryWork): Promise<StoredListing> {
  const crawl = await getCrawl(ctx.postgres, runId);
  const category = findStoreCategory(crawl.platform, categoryId) ?? (await findEditorial(ctx.postgres, crawl, categoryId));
  if (category === undefined)
    throw new AppError('not_found', 'Category not found', {
      message: `${categoryId} is in no page that was read: crawl the page that leads to it`,
    });
  if (!(await beginCategory(ctx.postgres, { runId, categoryId, now: ctx.clock.now() }))) return { added: 0, changed: 0 };
  const listing = await readListing(ctx, crawl, { category, ordered, signal });
  return await ctx.postgres.transaction((tx) => storeListing(tx, ctx, crawl, { category, listing }));
}

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
async function readListing(ctx: WorkflowContext, crawl: Crawl, { category, ordered, signal }: ListingWork): Promise<Listing> {
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
