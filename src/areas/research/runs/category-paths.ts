import { findProviderCategory } from '#providers/search-data/categories.ts';

/** The paths of the provider's categories; numbers that its tree does not have are left out. */
export function findCategoryPaths(ids: readonly number[]): string[] {
  return ids.flatMap((id) => findProviderCategory(id)?.path ?? []);
}
