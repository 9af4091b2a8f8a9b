import { DAY_MS } from '#kernel/durations.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../records/index.ts';
import type { ObservedCategory } from './category.ts';
import { listOwnCategories } from './own-categories.ts';
import * as store from './store/categories.ts';

/** Crawls run weekly, and another page that leads to the same category may be read later in the same crawl. */
const UNNAMED_MS = 7 * DAY_MS;

export interface SyncCategoriesInput extends Market {
  /** Whose pages named them. */
  readonly device: store.NamingDevice;
  /** What the pages that were read lead to. The same id several times counts once, the last one. */
  readonly categories: readonly ObservedCategory[];
  /** Categories whose lists were read: they are there, then. Each is one of the product's own, or is stored. */
  readonly readIds?: readonly string[];
  readonly now: Date;
}

/**
 * Stores the product's own categories where they are missing, and those that pages named: new ones are added, known ones
 * brought up to date, and one that was gone is back. One of the product's own keeps its name and its parent.
 */
export async function syncCategories(
  tx: Sql,
  { platform, storefront, device, categories, readIds = [], now }: SyncCategoriesInput,
): Promise<void> {
  const market = { platform, storefront };
  const own = new Map(listOwnCategories(platform).map((category) => [category.id, category]));
  const named = new Map(categories.map((category) => [category.id, own.get(category.id) ?? category]));
  await store.lockCategories(tx, market, [...named.keys(), ...readIds]);
  await store.insertCategories(tx, market, { categories: sortById(own), device, now });
  await store.upsertCategories(tx, market, { categories: sortById(named), device, now });
  await store.updateScrapedAt(tx, market, { ids: readIds, now });
}

/** A page that was read whole, but for the shelves with these titles. */
export interface WholePage {
  readonly id: string;
  readonly laterShelves: readonly string[];
}

/**
 * Marks what a crawl that read pages whole should have met and did not: categories whose page named them last, on the
 * same device, and names others of their type now. Of a type of which a page names none, its markup may have changed.
 * What stood on a shelf that is loaded later stays as it is. The product's own are never marked.
 * @param reading `pages`: those that were read whole; `since`: when the first of them was read
 * @returns how many are gone
 */
export async function retireUnnamed(
  tx: Sql,
  market: Market,
  { device, pages, since }: { readonly device: store.NamingDevice; readonly pages: readonly WholePage[]; readonly since: Date },
): Promise<number> {
  const own = listOwnCategories(market.platform);
  const read = new Set(pages.map(({ id }) => id));
  return await store.retireUnnamedCategories(tx, market, {
    ownIds: own.map(({ id }) => id),
    device,
    pages,
    // The page of one category may name the categories near to it alone.
    isEveryChartRead: own.every(({ id, categoryType }) => categoryType !== 'chart' || read.has(id)),
    since,
    unnamedSince: new Date(since.getTime() - UNNAMED_MS),
  });
}

/** Marks a category that the store answers for with "not found", unless a page named it within the last seven days. */
export async function retireGone(tx: Sql, market: Market, { id, now }: { readonly id: string; readonly now: Date }): Promise<void> {
  await store.retireGoneCategories(tx, market, { id, unnamedSince: new Date(now.getTime() - UNNAMED_MS) });
}

/** How many categories a store has now: the product's own, and the charts that it names beside them. */
export async function countStoreCategories(sql: Sql, market: Market): Promise<number> {
  const own = listOwnCategories(market.platform);
  const charts = await store.categoryList.count(sql, { ...market, own, type: 'chart', isActiveOnly: true });
  return charts + own.filter(({ categoryType }) => categoryType !== 'chart').length;
}

function sortById(categories: ReadonlyMap<string, ObservedCategory>): ObservedCategory[] {
  return [...categories.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
}
