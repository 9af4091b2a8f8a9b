import type { FeedRow, LookupRecord, StoreLockup, StoreProduct, StoreReview } from '#providers/app-store/index.ts';
import type { AppInfo, AppListing } from '#providers/search-data/index.ts';
import { cleanAppText, observeApp, type ObservedApp } from '../records/index.ts';
import type { ObservedReview } from '../reviews/review.ts';
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

/** An app on a chart feed. */
export function observeFeedRow(row: FeedRow): ObservedApp {
  return observeApp(row.appId, 'feed', { ...row, primaryCategory: row.categoryId });
}

const REVIEW_ID_MAX = 100;
const REVIEW_TITLE_MAX = 500;
const REVIEW_BODY_MAX = 20_000;

/** A review on the page of an app, which names neither its language nor the version it is of; undefined: its text is empty. */
export function observeReview(appId: string, { rating, reviewedAt, ...review }: StoreReview): ObservedReview | undefined {
  const id = cleanAppText(review.id, REVIEW_ID_MAX);
  const body = cleanAppText(review.body, REVIEW_BODY_MAX);
  if (id === undefined || body === undefined) return undefined;
  return {
    appId,
    id,
    rating,
    title: cleanAppText(review.title, REVIEW_TITLE_MAX) ?? null,
    body,
    languageCode: null,
    version: null,
    reviewedAt,
  };
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
