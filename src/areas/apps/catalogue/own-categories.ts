import type { Platform } from '#areas/assets/index.ts';
import { listStoreCategories, type StoreCategory } from '../store-categories.ts';
import type { CategorySection, CategoryType, ObservedCategory } from './category.ts';

/** The categories that both stores have in every storefront, from the product's own table; hubs, rooms and stories come from crawls. */
export function listOwnCategories(platform: Platform): ObservedCategory[] {
  return listStoreCategories(platform).map(toObserved);
}

function toObserved({ id, name, type, section, parentId }: StoreCategory): ObservedCategory {
  return {
    id,
    name,
    categoryType: type as CategoryType,
    categorySection: section as CategorySection,
    parentCategoryId: parentId,
    isStable: true,
  };
}
