import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { markScraped, syncCategories, type ObservedCategory } from '../catalogue/index.ts';
import { queueIcons } from '../icons/index.ts';
import { storeApps, storeRankings } from '../records/index.ts';
import { findStoreCategory, type StoreCategory } from '../store-categories.ts';
import type { Crawl } from './crawl.ts';
import { toListedDepth } from './depth.ts';
import type { Listing } from './listing.ts';
import { noteProgress } from './progress.ts';
import { endCategory } from './store/categories.ts';
import { claimSync, setCategoriesSynced } from './store/crawls.ts';
import { insertSeen } from './store/seen-apps.ts';

export type ListingStores = Pick<AppContext, 'outbox' | 'workflows' | 'clock' | 'live'>;

export interface StoredListing {
  readonly added: number;
  readonly changed: number;
}

/** Stores what the lists of a category said, and ends the category, in the caller's transaction. */
export async function storeListing(
  tx: Transaction,
  ctx: ListingStores,
  crawl: Crawl,
  { category, listing }: { readonly category: StoreCategory; readonly listing: Listing },
): Promise<StoredListing> {
  const { platform, storefront, runId } = crawl;
  const market = { platform, storefront };
  const now = ctx.clock.now();
  await syncFound(tx, crawl, listing, now);
  const { added, changed } = await storeApps(tx, ctx, { ...market, apps: listing.apps, now });
  await storeRankings(tx, ctx, { ...market, lists: listing.lists, now });
  await queueIcons(ctx, tx, { ...market, appIds: [...new Set(listing.apps.map(({ appId }) => appId))] });
  const isRead = listing.errors.length === 0;
  if (listing.lists.length > 0) await markScraped(tx, { ...market, categoryIds: [category.id], now });
  const depth = toListedDepth(crawl.relatedDepth);
  if (depth !== undefined) await insertSeen(tx, runId, { appIds: listing.appIds, depth });
  const error = isRead ? null : listing.errors.join('; ');
  await endCategory(tx, { runId, categoryId: category.id, now, appsFound: listing.appIds.length, error });
  const counts = { categoriesProcessed: 1, appsDiscovered: added.length, appsUpdated: changed.length, errors: isRead ? 0 : 1 };
  await noteProgress(tx, ctx, crawl, { counts, event: { category_id: category.id, error } });
  return { added: added.length, changed: changed.length };
}

/**
 * Keeps the editorial pages that were found; and, once in a crawl, compares the categories with the store's own list,
 * which every chart page carries: the first category that is read does that.
 */
async function syncFound(
  tx: Transaction,
  { platform, storefront, runId }: Crawl,
  { named = [], children }: Listing,
  now: Date,
): Promise<void> {
  const isSync = await claimSync(tx, runId, now);
  if (!isSync && children.length === 0) return;
  const unknown = isSync ? named.filter(({ id }) => findStoreCategory(platform, id) === undefined).map(toUnknown) : [];
  const { total } = await syncCategories(tx, { platform, storefront, categories: [...children, ...unknown], isWhole: false, now });
  if (isSync) await setCategoriesSynced(tx, runId, total);
}

const ROOT_ID = '36';

/** A category that the product does not know yet. */
function toUnknown({ id, name }: { readonly id: string; readonly name: string }): ObservedCategory {
  return { id, name, categoryType: 'chart', categorySection: 'apps', parentCategoryId: ROOT_ID };
}
