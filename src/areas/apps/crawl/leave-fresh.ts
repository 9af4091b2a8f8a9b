import type { AppContext } from '#context';
import { toFreshSince } from '../details/freshness.ts';
import type { Crawl } from './crawl.ts';
import { addSimilar } from './note-reads.ts';
import { listReadApps, listSimilarIds } from './store/known.ts';
import { endSeen, type SeenApp } from './store/seen-apps.ts';

type FreshStores = Pick<AppContext, 'postgres' | 'clock'>;

/**
 * Takes out of the line what was read within the day, by a crawl, for a project or by this crawl's lists: what it recommends
 * is known too.
 * @returns the rest
 */
export async function leaveFresh(ctx: FreshStores, crawl: Crawl, pending: readonly SeenApp[]): Promise<SeenApp[]> {
  const since = toFreshSince(ctx.clock.now());
  const fresh = new Set<string>();
  for (const depth of [0, 1] as const) {
    const appIds = pending.filter(({ crawlDepth }) => crawlDepth === depth).map(({ appId }) => appId);
    for (const id of await listReadApps(ctx.postgres, crawl, { appIds, since, isSimilarWanted: depth === 1 })) fresh.add(id);
  }
  const known = pending.filter(({ appId }) => fresh.has(appId));
  if (known.length > 0) await passOver(ctx, crawl, known);
  return pending.filter(({ appId }) => !fresh.has(appId));
}

async function passOver(ctx: FreshStores, crawl: Crawl, known: readonly SeenApp[]): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const sources = known.filter(({ crawlDepth }) => crawlDepth === 1).map(({ appId }) => appId);
    await addSimilar(tx, crawl, await listSimilarIds(tx, crawl, sources));
    await endSeen(
      tx,
      crawl.runId,
      known.map(({ appId }) => ({ app_id: appId, error: null })),
    );
  });
}
