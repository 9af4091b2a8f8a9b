import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import { syncCategories, type ObservedCategory } from '../../catalogue/index.ts';
import { queueIcons } from '../../icons/index.ts';
import { storeApps, storeRankings } from '../../records/index.ts';
import { STORE_A_ROOT_ID, type StoreCategory } from '../../store-categories.ts';
import type { Crawl } from '../crawl.ts';
import { toListedDepth } from '../depth.ts';
import type { Listing } from './listing.ts';
import { noteProgress } from '../progress.ts';
import { endCategory } from '../store/categories.ts';
import { insertSeen } from '../store/seen-apps.ts';

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
  const { platform, storefront, device, runId } = crawl;
  const market = { platform, storefront };
  const now = ctx.clock.now();
  await syncCategories(tx, { ...market, device, ...toSync(category, listing), now });
  const { added, changed } = await storeApps(tx, ctx, { ...market, apps: listing.apps, now });
  await storeRankings(tx, ctx, { ...market, lists: listing.lists, now });
  await queueIcons(ctx, tx, { ...market, appIds: [...new Set(listing.apps.map(({ appId }) => appId))] });
  const isRead = listing.errors.length === 0;
  const depth = toListedDepth(crawl.relatedDepth);
  if (depth !== undefined) await insertSeen(tx, runId, { appIds: listing.appIds, depth });
  const error = isRead ? null : listing.errors.join('; ');
  const { isWhole, laterShelves, appIds } = listing;
  await endCategory(tx, { runId, categoryId: category.id, now, appsFound: appIds.length, isWhole, laterShelves, error });
  const counts = { categoriesProcessed: 1, appsDiscovered: added.length, appsUpdated: changed.length, errors: isRead ? 0 : 1 };
  await noteProgress(tx, ctx, crawl, { counts, event: { category_id: category.id, error } });
  return { added: added.length, changed: changed.length };
}

/** The editorial pages that were found, and the categories that the store names beside those of the product. */
function toSync({ id }: StoreCategory, { named = [], children, lists }: Listing) {
  return { categories: [...children, ...named.map(toChart)], readIds: lists.length > 0 ? [id] : [] };
}

/** A chart as its name on a page says; what the product knows itself it knows better. */
function toChart({ id, name }: { readonly id: string; readonly name: string }): ObservedCategory {
  return { id, name, categoryType: 'chart', categorySection: 'apps', parentCategoryId: STORE_A_ROOT_ID };
}
