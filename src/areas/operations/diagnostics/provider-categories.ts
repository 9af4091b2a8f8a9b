import { notFound } from '#kernel/errors.ts';
import { findProviderCategory, type ProviderCategory } from '#providers/search-data/categories.ts';

/**
 * A category of the provider by its id.
 * @throws AppError `Category not found`
 */
export function getProviderCategory(id: number): ProviderCategory {
  const category = findProviderCategory(id);
  if (category === undefined) throw notFound('Category');
  return category;
}
