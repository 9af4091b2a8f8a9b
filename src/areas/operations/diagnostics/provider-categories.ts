import { notFound } from '#kernel/errors.ts';
import { findProviderCategory, listProviderCategories, type ProviderCategory } from '#providers/search-data/categories.ts';

/**
 * A category of the provider by its id.
 * @throws AppError `Category not found`
 */
export function getProviderCategory(id: number): ProviderCategory {
  const category = findProviderCategory(id);
  if (category === undefined) throw notFound('Category');
  return category;
}

/** The name of a category with all above it; `undefined` for an id that the table does not have. */
export function findCategoryPath(id: number): string | undefined {
  return findProviderCategory(id)?.path;
}

/** All categories that come with the service, by id. */
export function listBundledCategories(): ProviderCategory[] {
  return listProviderCategories();
}
