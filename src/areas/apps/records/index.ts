/** What is known of apps: how it is written and read. */
export { APP_SOURCES, type AppField, type AppSource, type AppValues } from './app-fields.ts';
export { cleanAppText } from './clean-value.ts';
export { countRecentApps, type RecentApps } from './count-recent.ts';
export { findApps, listKnownFresh } from './known-apps.ts';
export { markRemoved } from './store-apps.ts';
export type { Market } from './market.ts';
export { mergeObserved, observeApp, type GivenValues, type ObservedApp } from './observed-app.ts';
export { APP_STATUSES, markSimilarRead, type AppStatus, type StoredApp } from './store/apps.ts';
export { priceRating } from './price-rating.ts';
export { storeApps, type StoreAppsInput, type StoredApps } from './store-apps.ts';
export { storeRankings, type RankedList } from './store-rankings.ts';
export type { ObservedRating } from './store-ratings.ts';
export { storeRecommendations, type SimilarList } from './store-recommendations.ts';
