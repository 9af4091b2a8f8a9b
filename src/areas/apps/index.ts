/** App stores: what other areas may use. */
export { findStoreCategory, listStoreCategories, type StoreCategory } from './store-categories.ts';
