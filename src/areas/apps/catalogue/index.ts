/** Categories of the stores, and what is read of the apps in them. */
export { listRankSeries, type RankSeries } from './analytics.ts';
export { CATEGORY_TYPES, type CategorySection, type CategoryType, type ObservedCategory } from './category.ts';
export { storefrontField } from './storefronts.ts';
export { markScraped, syncCategories, type SyncedCategories } from './sync-categories.ts';
