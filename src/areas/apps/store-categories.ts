import { readFileSync } from 'node:fs';
import type { Platform } from '#areas/assets/index.ts';
import type { CategorySection, CategoryType } from './catalogue/category.ts';

/** A category of an app store that can be crawled. */
export interface StoreCategory {
  readonly platform: Platform;
  /** The store's own id: a genre number or the name of a landing page on `store_a`, a word on `store_b`. */
  readonly id: string;
  readonly parentId: string | null;
  readonly section: CategorySection;
  /** `chart`, `grouping` or `story`. */
  readonly type: CategoryType;
  readonly name: string;
}

/** The id of the category that holds all of `store_a`. */
export const STORE_A_ROOT_ID = '36';

let categories: ReadonlyMap<string, StoreCategory> | undefined;

/** In the order of the stores' own lists. */
export function listStoreCategories(platform: Platform): StoreCategory[] {
  return [...readCategories().values()].filter((category) => category.platform === platform);
}

export function findStoreCategory(platform: Platform, id: string): StoreCategory | undefined {
  return readCategories().get(toKey(platform, id));
}

/** The category of a store that is called so, case aside. Of two with one name, an app's and a game's, neither is known to be meant. */
export function findCategoryByName(platform: Platform, name: string | null): StoreCategory | undefined {
  const wanted = name?.trim().toLowerCase();
  const found = listStoreCategories(platform).filter((category) => category.name.toLowerCase() === wanted);
  return found.length === 1 ? found[0] : undefined;
}

/** Retired categories are left out: the stores answer for them with the chart of all apps. */
function readCategories(): ReadonlyMap<string, StoreCategory> {
  categories ??= new Map(readRows().map((category) => [toKey(category.platform, category.id), category]));
  return categories;
}

function readRows(): StoreCategory[] {
  const [, ...lines] = readFileSync(new URL('data/store-categories.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [platform = '', id = '', parentId = '', section = '', type = '', name = ''] = line.split('\t');
    return {
      platform: platform as Platform,
      id,
      parentId: parentId === '' ? null : parentId,
      section: section as CategorySection,
      type: type as CategoryType,
      name,
    };
  });
}

function toKey(platform: Platform, id: string): string {
  return `${platform} ${id}`;
}
