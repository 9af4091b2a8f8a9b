import type { AppContext } from '#context';
import type { LiveFields } from '#kernel/live.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { Crawl } from './crawl.ts';
import { addCrawlCounts, type CrawlCounts } from './store/crawls.ts';

/** Adds to the counters of a crawl in the caller's transaction; clients of the live socket hear of it at the commit. */
export async function noteProgress(
  tx: Transaction,
  { live }: Pick<AppContext, 'live'>,
  crawl: Crawl,
  { counts, event = {} }: { readonly counts: Partial<Omit<CrawlCounts, 'categoriesTotal'>>; readonly event?: LiveFields },
): Promise<void> {
  const sums = await addCrawlCounts(tx, crawl.runId, counts);
  tx.afterCommit(() => publishCrawl(live, crawl, { ...toFields(sums), status: 'running', ...event }));
}

export function publishCrawl(live: AppContext['live'], { runId, platform, storefront }: Crawl, fields: LiveFields): void {
  live.publish('crawl', { run_id: runId, platform, storefront, ...fields });
}

export function toFields(counts: CrawlCounts): LiveFields {
  return {
    categories_total: counts.categoriesTotal,
    categories_processed: counts.categoriesProcessed,
    apps_discovered: counts.appsDiscovered,
    apps_updated: counts.appsUpdated,
    apps_read: counts.appsRead,
    apps_failed: counts.appsFailed,
    apps_removed: counts.appsRemoved,
    errors: counts.errors,
  };
}
