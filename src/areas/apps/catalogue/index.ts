/** Categories of the stores, and what is read of the apps in them. */
export { listRankSeries, type RankSeries } from './analytics.ts';
export { CATEGORY_TYPES, type CategorySection, type CategoryType, type ObservedCategory } from './category.ts';
export { RatingReadingBody, toRatingReading } from './wire/rating-reading.ts';
export { DEFAULT_STOREFRONT, storefrontField } from './storefronts.ts';
export { countStoreCategories, retireGone, retireUnnamed, syncCategories, type WholePage } from './sync-categories.ts';
