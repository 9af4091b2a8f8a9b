import type { WorkflowContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { ReadApp } from '../details/app-read.ts';
import { buyApps } from '../details/buy-apps.ts';
import type { StoredReads } from '../details/store-reads.ts';
import type { Crawl } from './crawl.ts';
import { leaveFresh } from './leave-fresh.ts';
import { noteReads } from './note-reads.ts';
import { readFreeBatch, type FreeBatch } from './read-free-batch.ts';
import { setStopReason } from './store/crawls.ts';
import { listPendingApps, type SeenApp } from './store/seen-apps.ts';

/** Apps that are ordered of the provider together. */
const ORDERED_AT_ONCE = 500;
const OVER_BUDGET = 'budget_exceeded';

/**
 * Reads the apps that a crawl has seen, and those that they bring, until none is left. It ends: an app is seen once. Where
 * the crawl cannot go on, what is left stays unread and the crawl says why.
 */
export async function readApps(ctx: WorkflowContext, crawl: Crawl): Promise<void> {
  if (crawl.relatedDepth === 0) return;
  for (let round = 1; ; round += 1) {
    const next = await takeRound(ctx, crawl);
    const isOverBudget = next.toBuy.length > 0 && (await buyRound(ctx, crawl, next.toBuy, round));
    // A spent budget ends a crawl that lives on it; of store_a all but a few apps are read for nothing.
    const stop = next.stop ?? (isOverBudget && crawl.platform === 'store_b' ? OVER_BUDGET : undefined);
    if (stop !== undefined) await ctx.step('stop', () => setStopReason(ctx.postgres, crawl.runId, stop));
    if (stop !== undefined || next.isLast) return;
  }
}

async function takeRound(ctx: WorkflowContext, crawl: Crawl): Promise<FreeBatch> {
  if (crawl.platform === 'store_a') return await ctx.step('readApps', ({ signal }) => readFreeBatch(ctx, crawl, signal));
  return await ctx.step('chooseApps', async () => {
    const pending = await listPendingApps(ctx.postgres, crawl.runId, ORDERED_AT_ONCE);
    const unread = await leaveFresh(ctx, crawl, pending);
    return { toBuy: unread, isLast: pending.length === 0 };
  });
}

/** @returns whether no budget had room for some of them */
async function buyRound(ctx: WorkflowContext, crawl: Crawl, apps: readonly SeenApp[], round: number): Promise<boolean> {
  const depths = new Map(apps.map(({ appId, crawlDepth }) => [appId, crawlDepth]));
  const scope = { source: 'workflow', workflowType: 'crawl-run', projectIds: [], key: `apps:${round}` } as const;
  const { platform, storefront } = crawl;
  const note = (tx: Transaction, stored: StoredReads, reads: readonly ReadApp[]): Promise<void> =>
    noteReads(tx, ctx, crawl, { stored, reads, depths, isSecondTry: platform === 'store_a' });
  const isSimilarWanted = (appId: string): boolean => depths.get(appId) === 1;
  const { isOverBudget } = await buyApps(ctx, { platform, storefront, appIds: [...depths.keys()], isSimilarWanted }, scope, note);
  return isOverBudget;
}
