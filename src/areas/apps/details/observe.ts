import type { LookupRecord, StoreLockup, StoreProduct } from '#providers/app-store/index.ts';
import type { AppInfo, AppListing } from '#providers/search-data/index.ts';
import { observeApp, type ObservedApp } from '../records/index.ts';
import { findCategoryByName } from '../store-categories.ts';

/** What each source says of an app, as records take it. Values that a source does not give are left out. */

export function observeProduct(product: StoreProduct): ObservedApp {
  return observeApp(product.appId, 'page', { ...product, currentVersionReleaseDate: product.versionReleasedAt });
}

export function observeRecord(record: LookupRecord): ObservedApp {
  return observeApp(record.appId, 'lookup', { ...record, screenshotUrls: record.screenshotUrls.iphone });
}

/** An app on a list. Its rating has one decimal there. */
export function observeLockup(lockup: StoreLockup): ObservedApp {
  return observeApp(lockup.appId, 'list', lockup);
}

/** An app on a list of the provider. */
export function observeListing(listing: AppListing): ObservedApp {
  return observeApp(listing.appId, 'list', listing);
}

/** A paid record. The provider names the category of `store_b` in words. */
export function observeInfo(platform: 'store_a' | 'store_b', info: AppInfo): ObservedApp {
  const named = [info.categoryName, ...info.genres].flatMap((name) => findCategoryByName(platform, name)?.id ?? []);
  return observeApp(info.appId, 'provider', {
    ...info,
    primaryCategory: named[0],
    categories: [...new Set(named)],
    releaseDate: info.releasedAt,
    currentVersionReleaseDate: info.updatedAt,
  });
}
