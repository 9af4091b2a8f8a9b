import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { queueIcons } from '../icons/index.ts';
import { markRemoved, markSimilarRead, storeApps, storeRecommendations, type Market } from '../records/index.ts';
import { insertReviews } from '../reviews/store/reviews.ts';
import type { ReadApp } from './app-read.ts';

export type ReadStores = Pick<AppContext, 'outbox' | 'workflows' | 'clock'>;

export interface StoredReads {
  /** New to the catalogue, those that were only named by others among them. */
  readonly added: readonly string[];
  /** Known ones of which something changed in the store. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Stores what was read of many apps, with what they recommend and the reviews on their pages, in the caller's transaction. What could not be read changes nothing. */
export async function storeReads(
  tx: Transaction,
  ctx: ReadStores,
  { reads, ...market }: Market & { readonly reads: readonly ReadApp[] },
): Promise<StoredReads> {
  const now = ctx.clock.now();
  const read = reads.flatMap((one) => (one.read.state === 'read' ? [{ appId: one.appId, ...one.read }] : []));
  const gone = reads.flatMap((one) => (one.read.state === 'removed' ? one.appId : []));
  const apps = read.flatMap(({ app, similar = [] }) => [app, ...similar]);
  const { added, changed } = await storeApps(tx, ctx, { ...market, apps, now });
  const lists = read.flatMap(({ appId, similar }) =>
    similar === undefined ? [] : [{ sourceAppId: appId, appIds: similar.map((app) => app.appId) }],
  );
  await storeRecommendations(tx, { ...market, lists, now });
  await markSimilarRead(tx, market, { appIds: read.flatMap(({ appId, isSimilarRead }) => (isSimilarRead ? appId : [])), now });
  await insertReviews(tx, market, { reviews: read.flatMap(({ reviews = [] }) => reviews), now });
  const removed = await markRemoved(tx, { ...market, appIds: gone, now });
  await queueIcons(ctx, tx, { ...market, appIds: [...new Set(apps.map(({ appId }) => appId))] });
  return { added, changed, removed };
}
