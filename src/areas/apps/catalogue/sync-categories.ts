import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../records/index.ts';
import type { ObservedCategory } from './category.ts';
import { diffCategories, type CategoryDiff } from './diff-categories.ts';
import { listOwnCategories } from './own-categories.ts';
import { insertCategories, lockCategories, retireCategories, updateScrapedAt, upsertCategories } from './store/categories.ts';

export interface SyncCategoriesInput extends Market {
  /** What a crawl found beside the product's own categories, which are always part of a sync. */
  readonly categories: readonly ObservedCategory[];
  /** All categories of the store were looked for: what is stored and not among them becomes inactive. */
  readonly isWhole: boolean;
  readonly now: Date;
}

export interface SyncedCategories extends CategoryDiff {
  /** How many the store has now, as far as this sync looked. */
  readonly total: number;
}

/**
 * Brings the stored categories of a market up to date and says what differs. Gone ones are kept and marked. The same id
 * several times counts once, the last one; a category that is one of the product's own keeps its place in the tree. A
 * repetition finds nothing to do.
 */
export async function syncCategories(
  tx: Sql,
  { platform, storefront, categories, isWhole, now }: SyncCategoriesInput,
): Promise<SyncedCategories> {
  const market = { platform, storefront };
  const byId = new Map([...categories, ...listOwnCategories(platform)].map((category) => [category.id, category]));
  const observed = [...byId.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const diff = diffCategories(await lockCategories(tx, market), observed, isWhole);
  await upsertCategories(tx, market, { categories: observed, now });
  if (diff.removed.length > 0) await retireCategories(tx, market, diff.removed);
  return { ...diff, total: observed.length };
}

/** Notes that the lists of categories were read. One of the product's own that is not stored yet is; others must be. */
export async function markScraped(
  tx: Sql,
  { platform, storefront, categoryIds, now }: Market & { readonly categoryIds: readonly string[]; readonly now: Date },
): Promise<void> {
  const market = { platform, storefront };
  const wanted = new Set(categoryIds);
  const own = listOwnCategories(platform).filter(({ id }) => wanted.has(id));
  const categories = own.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  await insertCategories(tx, market, { categories, now });
  await updateScrapedAt(tx, market, { ids: categoryIds, now });
}
