import { AppStoreError, LANDING_PREFIX, type ShelvesPageKind, type StoreLockup, type StoreOptions } from '#providers/app-store/index.ts';
import { observeLockup, observeRecord } from '../details/observe.ts';
import { lookUp, type FreeSources } from '../details/read-store-a.ts';
import type { ObservedApp } from '../records/index.ts';
import type { StoreCategory } from '../store-categories.ts';
import { chooseApps, toAppMax, toRankMax, toStoreADevice, type Crawl } from './crawl.ts';
import { toChartList, type Listing } from './lists/listing.ts';
import { readFeeds } from './lists/read-feeds.ts';
import { readShelves } from './lists/shelves.ts';

/**
 * The lists of a category of `store_a`: by one page, or by the feeds where pages are switched off.
 * @throws AppStoreError when neither can be read
 */
export async function readAppPages(ctx: FreeSources, crawl: Crawl, category: StoreCategory, options: StoreOptions): Promise<Listing> {
  try {
    return await readPage(ctx, crawl, category, options);
  } catch (error) {
    const isOff = error instanceof AppStoreError && error.reason === 'switched_off';
    if (!isOff || toEditorialPage(category) !== undefined) throw error;
    return await readFeeds(ctx, crawl, category, options);
  }
}

async function readPage(ctx: FreeSources, crawl: Crawl, category: StoreCategory, options: StoreOptions): Promise<Listing> {
  const device = toStoreADevice(crawl.device);
  const where = { storefront: crawl.storefront, device } as const;
  const editorial = toEditorialPage(category);
  if (editorial !== undefined) {
    const page = await ctx.appStore.fetchShelves({ ...editorial, ...where }, options);
    return readShelves({ ...category, device: crawl.device, appMax: toAppMax(crawl) }, page);
  }
  const page = await ctx.appStore.fetchChart({ categoryId: category.id, chart: 'top-free', ...where }, options);
  // The page of the whole store shows the charts of games too, which are a category of their own.
  const charts = page.charts.filter(({ categoryId }) => categoryId === category.id);
  const positions = charts.map(({ ranks }) => ranks.filter(({ rank }) => rank <= toRankMax(crawl)));
  const appIds = chooseApps(positions, toAppMax(crawl));
  const lockups = positions.flat().flatMap(({ lockup }) => lockup ?? []);
  return {
    lists: charts.map(({ chart, ranks }) => toChartList(category, { name: chart, device: crawl.device, ranks, rankMax: toRankMax(crawl) })),
    apps: [...lockups.map(observeLockup), ...(await lookUpUnnamed(ctx, crawl, { appIds, lockups, options }))],
    appIds,
    children: [],
    named: page.categories.map(({ categoryId, name }) => ({ id: categoryId, name })),
    isWhole: true,
    errors: [],
  };
}

/** The page of shelves that a category is; undefined: it has charts. */
function toEditorialPage({ id, type }: StoreCategory): { readonly kind: ShelvesPageKind; readonly id: string } | undefined {
  if (id.startsWith(LANDING_PREFIX)) return { kind: 'landing', id: id.slice(LANDING_PREFIX.length) };
  return type === 'grouping' || type === 'room' || type === 'story' ? { kind: type, id } : undefined;
}

/**
 * The page names the first apps only; of those behind them it has the numbers. One call of the lookup service knows the
 * rest. A crawl that reads the apps' own pages does not need it, and without an answer the positions stay all the same.
 */
async function lookUpUnnamed(
  ctx: FreeSources,
  { relatedDepth, storefront }: Crawl,
  {
    appIds,
    lockups,
    options,
  }: { readonly appIds: readonly string[]; readonly lockups: readonly StoreLockup[]; readonly options: StoreOptions },
): Promise<ObservedApp[]> {
  const named = new Set(lockups.map(({ appId }) => appId));
  const unnamed = appIds.filter((id) => !named.has(id));
  if (relatedDepth > 0 || unnamed.length === 0) return [];
  const records = await lookUp(ctx, unnamed, { storefront, device: 'iphone', options });
  return 'value' in records ? [...records.value.values()].map(observeRecord) : [];
}
