import { iconUrl, playImageUrl, screenshotUrl } from '../../stores/artwork.ts';
import { productUrl } from '../../stores/lockup.ts';
import { formatPrice, stateOf, type StoreView } from '../../stores/view.ts';
import type { AppReview } from '../../world/apps/app-reviews.ts';
import { findCategory } from '../../world/apps/store-categories.ts';
import { isSold, type StoreApp } from '../../world/apps/store-app.ts';
import { toVendorTime } from '../envelope.ts';

type Wire = Record<string, unknown>;

const SIMILAR_SHOWN = 10;
const MEGA = 1_000_000;

/** Names of the elements of each store. */
const TYPES = {
  store_a: { list: 'app_store_search_organic', info: 'app_store_info_organic', review: 'app_store_reviews_search' },
  store_b: { list: 'google_play_search_organic', info: 'google_play_info_organic', review: 'google_play_reviews_search' },
} as const;

export function typeOf(platform: StoreApp['platform'], of: 'list' | 'info' | 'review'): string {
  return TYPES[platform][of];
}

function pageUrl(view: StoreView, app: StoreApp): string {
  if (app.platform === 'store_a') return productUrl(view, app);
  return `https://play.google.com/store/apps/details?id=${app.appId}&hl=en&gl=${view.storefront.country.toUpperCase()}`;
}

/** What an app in a list and an app by itself have alike. */
function factsOf(view: StoreView, app: StoreApp, rank: number): Wire {
  const { title, iconKey, rating, ratingCount, reviewsCount, price } = stateOf(view, app);
  return {
    rank_group: rank,
    rank_absolute: rank,
    position: 'left',
    app_id: app.appId,
    title,
    url: pageUrl(view, app),
    icon: app.platform === 'store_a' ? iconUrl(iconKey, 512) : playImageUrl(iconKey, app),
    reviews_count: reviewsCount,
    rating: rating === null ? null : { rating_type: 'Max5', value: rating, votes_count: ratingCount, rating_max: 5 },
    is_free: price === 0,
    price: {
      current: price,
      regular: null,
      max_value: null,
      currency: view.storefront.currency,
      is_price_range: false,
      displayed_price: price === 0 ? null : formatPrice(view, price),
    },
  };
}

export function toListItem(view: StoreView, app: StoreApp, rank: number): Wire {
  const facts = { type: typeOf(app.platform, 'list'), ...factsOf(view, app, rank) };
  if (app.platform === 'store_a') return facts;
  return { ...facts, developer: app.developer.name, developer_url: `https://play.google.com/store/apps/dev?id=${app.developer.storeBId}` };
}

export function toInfoItem(view: StoreView, app: StoreApp): Wire {
  return app.platform === 'store_a' ? toAppleInfo(view, app) : toGoogleInfo(view, app);
}

function infoOf(view: StoreView, app: StoreApp): Wire {
  const { description, version, releaseNotes, versionReleasedAt } = stateOf(view, app);
  const isShown = (other: StoreApp): boolean => other !== app && isSold(other, view.storefront.country);
  const ofStore = view.apps.listOfDeveloper(app.developer).filter((other) => other.platform === app.platform && isShown(other));
  return {
    type: typeOf(app.platform, 'info'),
    ...factsOf(view, app, 1),
    description,
    main_category: findCategory(app.platform, app.categoryId)?.name ?? null,
    developer: app.developer.name,
    version,
    last_update_date: toVendorTime(versionReleasedAt),
    update_notes: releaseNotes,
    similar_apps: refer(view, view.apps.listSimilar(app, view.day).filter(isShown).slice(0, SIMILAR_SHOWN)),
    more_apps_by_developer: refer(view, ofStore),
  };
}

function toGoogleInfo(view: StoreView, app: StoreApp): Wire {
  const { installs, releasedAt, screenshotKeys } = stateOf(view, app);
  const category = findCategory('store_b', app.categoryId)?.name ?? '';
  const { developer } = app;
  return {
    ...infoOf(view, app),
    installs: `${installs.toLocaleString('en-US')}+`,
    installs_count: installs,
    developer_id: developer.storeBId,
    developer_url: `https://play.google.com/store/apps/dev?id=${developer.storeBId}`,
    developer_email: 'support@apps.example',
    developer_address: null,
    developer_website: developer.website,
    minimum_os_version: '8.0',
    size: null,
    released_date: toVendorTime(releasedAt),
    images: screenshotKeys.map((key) => playImageUrl(key, app)),
    videos: null,
    genres: [category],
    tags: null,
  };
}

function toAppleInfo(view: StoreView, app: StoreApp): Wire {
  const { subtitle, sizeBytes, languages, contentRating, screenshotKeys } = stateOf(view, app);
  const { developer } = app;
  return {
    ...infoOf(view, app),
    categories: [findCategory('store_a', app.categoryId)?.name ?? ''],
    languages: languages.slice(0, 1),
    advisories: [contentRating],
    developer_id: developer.storeAId,
    developer_url: `https://apps.apple.com/${view.storefront.country}/developer/id${developer.storeAId}`,
    minimum_os_version: '16.0',
    size: `${(sizeBytes / MEGA).toFixed(1)} MB`,
    // The vendor never gives it for this store.
    released_date: null,
    images: screenshotKeys.map((key) => screenshotUrl(key, 'iphone')),
    subtitle,
  };
}

function refer(view: StoreView, apps: readonly StoreApp[]): Wire[] {
  return apps.map((app) => ({ app_id: app.appId, title: stateOf(view, app).title, url: pageUrl(view, app) }));
}

export function toReviewItem(platform: StoreApp['platform'], review: AppReview, rank: number): Wire {
  const item = {
    type: typeOf(platform, 'review'),
    rank_group: rank,
    rank_absolute: rank,
    position: 'left',
    version: review.version,
    rating: { rating_type: 'Max5', value: review.stars, votes_count: null, rating_max: 5 },
    timestamp: toVendorTime(review.writtenAt),
    id: review.id,
    review_text: review.text,
    user_profile: { profile_name: review.author, profile_image_url: null },
  };
  if (platform === 'store_a') return { ...item, title: review.title };
  const { reply } = review;
  return {
    ...item,
    // Reviews of this store have no titles.
    title: null,
    helpful_count: review.helpfulCount,
    responses: reply === undefined ? null : [{ author: null, title: null, text: reply.text, timestamp: toVendorTime(reply.writtenAt) }],
  };
}
