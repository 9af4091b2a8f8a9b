import type { ObservedCategory } from '../../catalogue/index.ts';
import type { ObservedApp, RankedList } from '../../records/index.ts';
import type { StoreCategory } from '../../store-categories.ts';

/** What the lists of a category say. */
export interface Listing {
  readonly lists: readonly RankedList[];
  /** What the lists say of the apps on them. */
  readonly apps: readonly ObservedApp[];
  /** Apps whose own pages are wanted, the best ranked first. */
  readonly appIds: readonly string[];
  /** Editorial pages that it leads to. */
  readonly children: readonly ObservedCategory[];
  /** The categories that the store itself names; undefined: it does not say. */
  readonly named?: readonly { readonly id: string; readonly name: string }[];
  /** Everything that the page leads to is on it, but for what these shelves may show. */
  readonly isWhole: boolean;
  /** Titles of shelves that are left to be loaded later. */
  readonly laterShelves?: readonly string[];
  /** Lists that could not be read beside those that could. */
  readonly errors: readonly string[];
}

type Position = RankedList['ranks'][number];

/** A chart of a category as a list of positions. */
export function toChartList(
  category: StoreCategory,
  chart: {
    readonly name: string;
    readonly device: RankedList['device'];
    readonly ranks: readonly Position[];
    readonly rankMax: number;
    readonly listUsd?: number;
  },
): RankedList {
  return {
    categoryId: category.id,
    chart: chart.name,
    device: chart.device,
    categoryType: category.type,
    categorySection: category.section,
    parentCategoryId: category.parentId,
    listUsd: chart.listUsd,
    ranks: chart.ranks.filter(({ rank }) => rank <= chart.rankMax).map(({ rank, appId }) => ({ rank, appId })),
  };
}
