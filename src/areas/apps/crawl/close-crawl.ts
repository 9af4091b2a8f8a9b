import type { JobOutcome, RunEnd } from '#area/job-type.ts';
import { sumRunCosts } from '#areas/costs/index.ts';
import { announceCategorySync } from '#areas/channels/index.ts';
import type { WorkflowContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { countStoreCategories, retireUnnamed } from '../catalogue/index.ts';
import { toStoreADevice, type Crawl } from './crawl.ts';
import { publishCrawl, toFields } from './progress.ts';
import { failOpenCategories, listWholePages, sumCategories } from './store/categories.ts';
import { deleteOldCrawls, endCrawl, getCrawlState, setCategories } from './store/crawls.ts';
import { countSeen, forgetRead } from './store/seen-apps.ts';
import { formatPlural } from '#kernel/text.ts';

/** How long a crawl is kept: as long as runs of jobs. */
const KEPT_MS = 90 * DAY_MS;
const OVER_BUDGET = 'budget_exceeded';

/**
 * Ends a crawl: counts, announces that the categories are in step with the store, and forgets what it had seen. A crawl that
 * stopped early has completed with what there is, and says why; one of which no list could be read has failed.
 */
export async function closeCrawl(ctx: WorkflowContext, crawl: Crawl): Promise<JobOutcome & { readonly appsDiscovered: number }> {
  // Once it has ended, the positions that it read can be asked for.
  await ctx.outbox.tryFlush();
  const now = ctx.clock.now();
  const costs = await sumRunCosts(ctx.postgres, [crawl.runId]);
  const closed = await ctx.postgres.transaction(async (tx) => {
    await endCrawl(tx, crawl.runId, { now, costUsd: costs.get(crawl.runId) ?? 0 });
    const categories = await sumCategories(tx, crawl.runId);
    if (categories.completed > 0) await syncCrawled(ctx, tx, crawl);
    const state = await getCrawlState(tx, crawl.runId);
    const { pending } = await countSeen(tx, crawl.runId);
    const outcome = toOutcome({ ...categories, stopReason: state.stopReason, pending });
    await forgetRead(tx, crawl.runId);
    await deleteOldCrawls(tx, new Date(now.getTime() - KEPT_MS));
    return { outcome, state };
  });
  publishCrawl(ctx.live, crawl, { ...toFields(closed.state), status: closed.outcome.status, reason: closed.outcome.reason });
  return { ...closed.outcome, appsDiscovered: closed.state.appsDiscovered };
}

/** Marks what the pages of this crawl do not name any more, and announces how many categories the store has. */
async function syncCrawled(ctx: WorkflowContext, tx: Transaction, crawl: Crawl): Promise<void> {
  const { runId, platform, storefront, device } = crawl;
  const market = { platform, storefront };
  const { createdAt: since } = await getCrawlState(tx, runId);
  const retired = await retireUnnamed(tx, market, { device, pages: await listWholePages(tx, runId), since });
  const synced = await countStoreCategories(tx, market);
  await setCategories(tx, runId, { synced, retired });
  await announceCategorySync(ctx, tx, { syncId: runId, platform, device: toEventDevice(crawl), categoriesCount: synced });
}

/** The store's own words. */
function toEventDevice({ platform, device }: Pick<Crawl, 'platform' | 'device'>): string {
  return platform === 'store_b' ? device : toStoreADevice(device);
}

/** Closes what a crawl that was cancelled or failed left open: its categories, and what it had seen. One that closed itself has nothing open. */
export async function closeLeftCrawl(tx: Transaction, { runId, outcome, now }: RunEnd): Promise<void> {
  if (!(await failOpenCategories(tx, runId, { now, error: outcome.reason ?? 'The crawl ended before it was read.' }))) return;
  const costs = await sumRunCosts(tx, [runId]);
  await endCrawl(tx, runId, { now, costUsd: costs.get(runId) ?? 0 });
  await forgetRead(tx, runId);
}

interface Reached {
  readonly completed: number;
  readonly failed: number;
  readonly error: string | null;
  readonly stopReason: string | null;
  /** Apps that were seen and not read. */
  readonly pending: number;
}

/** Why nothing was begun although nothing is wrong. */
const SKIPPED: readonly string[] = [OVER_BUDGET, 'drain_mode'];

function toOutcome({ completed, failed, error, stopReason, pending }: Reached): JobOutcome {
  if (completed === 0 && failed > 0) {
    const reason = stopReason ?? error ?? 'No list could be read.';
    return { status: SKIPPED.includes(reason) ? 'skipped' : 'failed', reason };
  }
  if (stopReason === null) return { status: 'completed' };
  return {
    status: 'completed',
    reason: pending === 0 ? stopReason : `${stopReason}; ${formatPlural(pending, 'app was', 'apps were')} left unread`,
  };
}
