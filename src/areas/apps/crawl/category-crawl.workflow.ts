import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import type { AnswerEnd } from '#purchases/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { AppError } from '#kernel/errors.ts';
import { appInfoFetch } from '../queues.ts';
import { findStoreCategory } from '../store-categories.ts';
import { readListing } from './lists/read-listing.ts';
import { storeListing, type StoredListing } from './lists/store-listing.ts';
import { beginCategory } from './store/categories.ts';
import { findEditorial } from './store/known.ts';
import { getCrawl } from './store/crawls.ts';

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
