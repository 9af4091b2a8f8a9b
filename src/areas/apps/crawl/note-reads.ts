import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { ReadApp } from '../details/app-read.ts';
import type { StoredReads } from '../details/store-reads.ts';
import type { Crawl } from './crawl.ts';
import { toSimilarDepth, type CrawlDepth } from './depth.ts';
import { noteProgress } from './progress.ts';
import { endSeen, insertSeen } from './store/seen-apps.ts';

export interface NotedReads {
  readonly stored: StoredReads;
  readonly reads: readonly ReadApp[];
  readonly depths: ReadonlyMap<string, CrawlDepth>;
  /** They were counted as failed before, because the free sources gave nothing. */
  readonly isSecondTry: boolean;
}

/** Notes what was read and what it brings, in the transaction that stores it. */
export async function noteReads(
  tx: Transaction,
  ctx: Pick<AppContext, 'live'>,
  crawl: Crawl,
  { stored, reads, depths, isSecondTry }: NotedReads,
): Promise<void> {
  const similar: string[] = [];
  for (const { appId, read } of reads) {
    if (read.state === 'read' && toSimilarDepth(crawl.relatedDepth, depths.get(appId) ?? 0) !== undefined)
      similar.push(...(read.similar ?? []).map((app) => app.appId));
  }
  await addSimilar(tx, crawl, similar);
  await endSeen(
    tx,
    crawl.runId,
    reads.map(({ appId, read }) => ({ app_id: appId, error: read.state === 'unread' ? read.error : null })),
  );
  const unread = reads.filter(({ read }) => read.state === 'unread').length;
  const failed = isSecondTry ? unread - reads.length : unread;
  await noteProgress(tx, ctx, crawl, {
    counts: {
      appsDiscovered: stored.added.length,
      appsUpdated: stored.changed.length,
      appsRead: reads.length - unread,
      appsFailed: failed,
      appsRemoved: stored.removed.length,
      errors: failed,
    },
  });
}

/** Apps that are similar to one whose similar apps are wanted. */
export async function addSimilar(tx: Transaction, crawl: Crawl, appIds: readonly string[]): Promise<void> {
  const depth = toSimilarDepth(crawl.relatedDepth, 1);
  if (depth !== undefined) await insertSeen(tx, crawl.runId, { appIds, depth });
}
