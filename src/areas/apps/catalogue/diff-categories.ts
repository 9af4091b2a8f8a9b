import type { ObservedCategory } from './category.ts';
import type { StoredCategory } from './store/categories.ts';

/** Ids of categories by what became of them. */
export interface CategoryDiff {
  readonly added: readonly string[];
  /** Name, kind, section or parent changed, or it is back. */
  readonly updated: readonly string[];
  /** No longer in the store. */
  readonly removed: readonly string[];
}

const COMPARED = ['name', 'categoryType', 'categorySection', 'parentCategoryId', 'isStable'] as const;

/** @param isWhole what is stored and was not observed is gone */
export function diffCategories(stored: readonly StoredCategory[], observed: readonly ObservedCategory[], isWhole: boolean): CategoryDiff {
  const before = new Map(stored.map((category) => [category.id, category]));
  const seen = new Set(observed.map(({ id }) => id));
  const isUpdated = (category: ObservedCategory): boolean => {
    const known = before.get(category.id);
    if (known === undefined) return false;
    const now = { ...category, isStable: category.isStable ?? true };
    return !known.isActive || COMPARED.some((name) => known[name] !== now[name]);
  };
  return {
    added: observed.flatMap(({ id }) => (before.has(id) ? [] : id)),
    updated: observed.flatMap((category) => (isUpdated(category) ? category.id : [])),
    removed: isWhole ? stored.flatMap(({ id, isActive }) => (isActive && !seen.has(id) ? id : [])) : [],
  };
}
