import type { StoreOptions } from '#providers/app-store/index.ts';
import { observeFeedRow } from '../../details/observe.ts';
import type { FreeSources } from '../../details/read-store-a.ts';
import { STORE_A_ROOT_ID, type StoreCategory } from '../../store-categories.ts';
import { chooseApps, STORE_A_CHARTS, toAppMax, toRankMax, toStoreADevice, type Crawl } from '../crawl.ts';
import { toChartList, type Listing } from './listing.ts';

/**
 * The charts of a category of `store_a` by its feeds, for installations that do not read pages: up to 100 positions of each.
 * Those of the whole store have apps and games together, which the page ranks apart.
 * @throws AppStoreError `switched_off` for a chart that only the older feeds have, unless these are on
 */
export async function readFeeds(
  { appStore }: Pick<FreeSources, 'appStore'>,
  crawl: Crawl,
  category: StoreCategory,
  options: StoreOptions,
): Promise<Listing> {
  const { storefront } = crawl;
  const where = {
    storefront,
    device: toStoreADevice(crawl.device),
    // A feed without a category is of the whole store.
    ...(category.id === STORE_A_ROOT_ID ? {} : { categoryId: category.id }),
  } as const;
  const feeds = [];
  for (const feed of STORE_A_CHARTS) feeds.push({ name: feed, rows: await appStore.fetchFeed({ feed, ...where }, options) });
  const rankMax = toRankMax(crawl);
  const positions = feeds.map(({ rows }) => rows.filter(({ rank }) => rank <= rankMax));
  return {
    lists: feeds.map(({ name, rows }) => toChartList(category, { name, device: crawl.device, ranks: rows, rankMax })),
    apps: positions.flat().map(observeFeedRow),
    appIds: chooseApps(positions, toAppMax(crawl)),
    children: [],
    // Feeds do not name the categories that there are.
    isWhole: false,
    errors: [],
  };
}
