import type { WorkflowContext } from '#context';
import { inBatches } from '#kernel/batching.ts';
import { leaveSimilar, type ReadApp } from '../details/app-read.ts';
import { lookUp, readApp, type FreeRequest } from '../details/read-store-a.ts';
import { storeReads } from '../details/store-reads.ts';
import { toStoreADevice, type Crawl } from './crawl.ts';
import { leaveFresh } from './leave-fresh.ts';
import { noteReads } from './note-reads.ts';
import { listPendingApps, type SeenApp } from './store/seen-apps.ts';

/** Apps of one step: at the rate limit of the store some three minutes. */
const APPS_AT_ONCE = 50;
/** Read apps that are stored together: what is read while a transaction is under way goes into the next one. */
const STORED_AT_ONCE = 50;
/** After this many failures in a row the crawl stops: the store is away or refuses us. */
const FAILURES_IN_A_ROW = 20;
/** More readers than the store's concurrency limit, so that no slot is lost while a page is understood. */
const READERS_SPARE = 2;

/** What a round of reading left. */
export interface FreeBatch {
  /** Apps of which no free source gave anything. */
  readonly toBuy: readonly SeenApp[];
  readonly isLast: boolean;
  /** Why the crawl cannot go on. */
  readonly stop?: string;
}

/**
 * Reads the next apps of `store_a` from its pages and its lookup service. Each is stored within a moment of being read, and
 * one that fails is tried again for itself, so a repetition of the step reads only what is left.
 */
export async function readFreeBatch(ctx: WorkflowContext, crawl: Crawl, signal: AbortSignal): Promise<FreeBatch> {
  const pending = await listPendingApps(ctx.postgres, crawl.runId, APPS_AT_ONCE);
  const unread = await leaveFresh(ctx, crawl, pending);
  if (unread.length === 0) return { toBuy: [], isLast: pending.length === 0 };
  const scope = { source: 'workflow', runId: crawl.runId, workflowType: 'crawl-run' } as const;
  const request: FreeRequest = {
    storefront: crawl.storefront,
    device: toStoreADevice(crawl.device),
    options: { scope, signal },
  };
  const appIds = unread.map(({ appId }) => appId);
  const records = await lookUp(ctx, appIds, request);
  const store = inBatches((reads: readonly ReadApp[]) => storeBatch(ctx, crawl, unread, reads), STORED_AT_ONCE);
  return await readAtOnce(ctx, unread, {
    store,
    read: async ({ appId, crawlDepth }) => {
      const done = { appId, read: await readApp(ctx, appId, { ...request, records }) };
      return crawlDepth === 1 ? done : leaveSimilar(done);
    },
  });
}

interface Reader {
  readonly read: (app: SeenApp) => Promise<ReadApp>;
  readonly store: (read: ReadApp) => Promise<void>;
}

/** Several readers at once, each reads one app after the other; a reader does not wait until its app is stored. */
async function readAtOnce({ config }: WorkflowContext, unread: readonly SeenApp[], { read, store }: Reader): Promise<FreeBatch> {
  const toBuy: SeenApp[] = [];
  const storing: Promise<void>[] = [];
  const waiting = unread.values();
  let failuresInARow = 0;
  let lastError = '';
  const readOn = async (): Promise<void> => {
    for (const app of waiting) {
      if (failuresInARow >= FAILURES_IN_A_ROW) return;
      const done = await read(app);
      storing.push(store(done));
      if (done.read.state !== 'unread') failuresInARow = 0;
      else {
        toBuy.push(app);
        lastError = done.read.error;
        if (done.read.isPassing) failuresInARow += 1;
      }
    }
  };
  const readers = Array.from({ length: config.appStore.concurrency + READERS_SPARE }, readOn);
  // What was read is stored, also when a reader failed.
  const ends = await Promise.allSettled(readers);
  await Promise.all(storing);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const stop = failuresInARow < FAILURES_IN_A_ROW ? undefined : `${FAILURES_IN_A_ROW} apps in a row could not be read: ${lastError}`;
  // Nothing is bought while the store is away: the next crawl reads it for nothing.
  return { toBuy: stop === undefined ? toBuy : [], isLast: false, ...(stop === undefined ? {} : { stop }) };
}

async function storeBatch(ctx: WorkflowContext, crawl: Crawl, apps: readonly SeenApp[], reads: readonly ReadApp[]): Promise<void[]> {
  const depths = new Map(apps.map(({ appId, crawlDepth }) => [appId, crawlDepth]));
  const { platform, storefront } = crawl;
  await ctx.postgres.transaction(async (tx) => {
    const stored = await storeReads(tx, ctx, { platform, storefront, reads });
    await noteReads(tx, ctx, crawl, { stored, reads, depths, isSecondTry: false });
  });
  return reads.map(() => undefined);
}
