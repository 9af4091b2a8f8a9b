import type { JobOutcome } from '#area/job-type.ts';
import { sumRunCosts } from '#areas/costs/index.ts';
import { announceCategorySync } from '#areas/webhooks/index.ts';
import type { WorkflowContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import type { Crawl } from './crawl.ts';
import { publishCrawl, toFields } from './progress.ts';
import { sumCategories } from './store/categories.ts';
import { deleteOldCrawls, endCrawl, getCrawlState } from './store/crawls.ts';
import { countSeen, forgetRead } from './store/seen-apps.ts';

/** As long as the runs of jobs. */
const KEPT_MS = 90 * DAY_MS;
const OVER_BUDGET = 'budget_exceeded';

/**
 * Ends a crawl: counts, announces that the categories are in step with the store, and forgets what it had seen. A crawl that
 * stopped early has completed with what there is, and says why; one of which no list could be read has failed.
 */
export async function closeCrawl(ctx: WorkflowContext, crawl: Crawl): Promise<JobOutcome & { readonly appsDiscovered: number }> {
  const now = ctx.clock.now();
  const costs = await sumRunCosts(ctx.postgres, [crawl.runId]);
  const closed = await ctx.postgres.transaction(async (tx) => {
    await endCrawl(tx, crawl.runId, { now, costUsd: costs.get(crawl.runId) ?? 0 });
    const state = await getCrawlState(tx, crawl.runId);
    const categories = await sumCategories(tx, crawl.runId);
    const { pending } = await countSeen(tx, crawl.runId);
    const outcome = toOutcome({ ...categories, stopReason: state.stopReason, pending });
    if (state.categoriesSynced !== null)
      await announceCategorySync(ctx, tx, {
        syncId: crawl.runId,
        platform: crawl.platform,
        device: crawl.device,
        categoriesCount: state.categoriesSynced,
      });
    await forgetRead(tx, crawl.runId);
    await deleteOldCrawls(tx, new Date(now.getTime() - KEPT_MS));
    return { outcome, state };
  });
  publishCrawl(ctx.live, crawl, { ...toFields(closed.state), status: closed.outcome.status, reason: closed.outcome.reason });
  return { ...closed.outcome, appsDiscovered: closed.state.appsDiscovered };
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
  return { status: 'completed', reason: pending === 0 ? stopReason : `${stopReason}; ${pending} apps were left unread` };
}
