import { PLATFORMS, type Platform } from '#areas/assets/index.ts';
import type { AppContext } from '#context';
import { listCategories } from './list-categories.ts';
import { countAppsByStatus, type StatusCount } from './store/apps.ts';
import type { ListedCategory } from './store/categories.ts';

/** A bound, not a page: some hundred hubs, rooms and stories a month. */
const CATEGORIES_MAX = 50_000;

export interface CatalogueState {
  readonly total: number;
  readonly byPlatform: Readonly<Record<Platform, number>>;
  /** Categories from one without a parent down to the lowest. */
  readonly hierarchyDepth: number;
  /** Their parent is not known. */
  readonly orphans: readonly (ListedCategory & { readonly platform: Platform })[];
  readonly apps: readonly StatusCount[];
}

/** How the tree of categories of a storefront stands, and how many apps are known there. */
export async function describeCatalogue(ctx: Pick<AppContext, 'postgres'>, storefront: string): Promise<CatalogueState> {
  const page = { limit: CATEGORIES_MAX, offset: 0 };
  const stores = await Promise.all(
    PLATFORMS.map(async (platform) => ({ platform, ...(await listCategories(ctx, { platform, storefront, ...page })) })),
  );
  const count = (wanted: Platform): number => stores.find(({ platform }) => platform === wanted)?.total ?? 0;
  return {
    total: stores.reduce((sum, { total }) => sum + total, 0),
    byPlatform: { store_a: count('store_a'), store_b: count('store_b') },
    hierarchyDepth: Math.max(...stores.map(({ categories }) => measureDepth(categories))),
    orphans: stores.flatMap(({ platform, categories }) => findOrphans(categories).map((category) => ({ ...category, platform }))),
    apps: await countAppsByStatus(ctx.postgres, storefront),
  };
}

function findOrphans(categories: readonly ListedCategory[]): ListedCategory[] {
  const ids = new Set(categories.map(({ id }) => id));
  return categories.filter(({ parentCategoryId }) => parentCategoryId !== null && !ids.has(parentCategoryId));
}

/** The longest way up. One that comes back to itself ends where it does. */
export function measureDepth(categories: readonly Pick<ListedCategory, 'id' | 'parentCategoryId'>[]): number {
  const parents = new Map(categories.map(({ id, parentCategoryId }) => [id, parentCategoryId]));
  const depthOf = (start: string): number => {
    const seen = new Set<string>();
    for (
      let id: string | null | undefined = start;
      id !== null && id !== undefined && parents.has(id) && !seen.has(id);
      id = parents.get(id)
    )
      seen.add(id);
    return seen.size;
  };
  return Math.max(0, ...categories.map(({ id }) => depthOf(id)));
}
