import type { Platform } from '#areas/assets/index.ts';
import { findStoreCategory, listStoreCategories, type StoreCategory } from '../../store-categories.ts';

/** A chart of a category, on phones. */
export interface AppChart {
  readonly categoryId: string;
  readonly chart: string;
}

/** Names of the charts of free and of paid apps in each store. */
const CHARTS: Readonly<Record<Platform, { readonly free: string; readonly paid: string }>> = {
  store_a: { free: 'top-free', paid: 'top-paid' },
  store_b: { free: 'topselling_free', paid: 'topselling_paid' },
};

/** Charts that are read each day for one app: the store's own, and those of its first categories. */
const CHARTS_MAX = 4;

/**
 * The charts that an app can stand on: that of the whole store and those of its categories. A paid app stands on the
 * charts of paid apps; one of which the price is not known counts as free.
 */
export function chartsOf(
  platform: Platform,
  {
    primaryCategory,
    categories,
    isFree,
  }: { readonly primaryCategory: string | null; readonly categories: readonly string[]; readonly isFree: boolean | null },
): AppChart[] {
  const chart = isFree === false ? CHARTS[platform].paid : CHARTS[platform].free;
  const own = [...new Set([primaryCategory ?? '', ...categories])].filter((id) => findChart(platform, id)?.parentId);
  return [rootOf(platform), ...own].slice(0, CHARTS_MAX).map((categoryId) => ({ categoryId, chart }));
}

function findChart(platform: Platform, id: string): StoreCategory | undefined {
  const category = findStoreCategory(platform, id);
  return category?.type === 'chart' ? category : undefined;
}

/** The category of all apps of a store. */
export function rootOf(platform: Platform): string {
  const root = listStoreCategories(platform).find(({ type, parentId }) => type === 'chart' && parentId === null);
  if (root === undefined) throw new Error(`${platform} has no category without a parent`);
  return root.id;
}
