import { mix, unit } from '../../hashing.ts';
import { makeApps } from './app-making.ts';
import { makeChartBook, type ChartBook } from './app-charts.ts';
import { makeAppSearch, type AppQuery, type AppSearch } from './app-search.ts';
import type { Site } from '../sites.ts';
import { isInStore, type Developer, type StoreApp } from './store-app.ts';
import type { Topic } from '../topics.ts';

export interface AppBook extends ChartBook {
  /** All that ever are. */
  list(platform: StoreApp['platform']): readonly StoreApp[];
  find(platform: string, appId: string): StoreApp | undefined;
  /** The apps that a store shows beside this one on a day, in order: up to 40. */
  listSimilar(app: StoreApp, day: number): readonly StoreApp[];
  listOfDeveloper(developer: Developer): readonly StoreApp[];
  /** What the search of a store finds, the best first. */
  search(platform: StoreApp['platform'], query: AppQuery): readonly StoreApp[];
  /** Apps of the brand of a site. */
  listOfSite(site: Site): readonly StoreApp[];
  /** The same product on the other store. */
  findTwin(app: StoreApp): StoreApp | undefined;
}

const SIMILAR_MAX = 40;
/** How long neighbours stay before some change. */
const SIMILAR_DAYS = 30;

/** Both stores; made when first asked for. */
export function makeAppBook(topics: readonly Topic[], sites: readonly Site[], seed: number): AppBook {
  let made: Catalogue | undefined;
  const searches = new Map<StoreApp['platform'], AppSearch>();
  const catalogue = (): Catalogue => (made ??= makeCatalogue(makeApps(topics, sites, seed)));

  return {
    ...makeChartBook((platform) => catalogue().byStore[platform]),
    list: (platform) => catalogue().byStore[platform],
    find: (platform, appId) => catalogue().byId.get(`${platform} ${appId}`),
    listSimilar: (app, day) => rankNeighbours(catalogue().byCategory.get(`${app.platform} ${app.categoryId}`) ?? [], app, day),
    listOfDeveloper: (developer) => catalogue().byDeveloper.get(developer) ?? [],
    search(platform, query) {
      const search = searches.get(platform) ?? makeAppSearch(catalogue().byStore[platform]);
      searches.set(platform, search);
      return search(query);
    },
    listOfSite: (site) => catalogue().bySite.get(site) ?? [],
    findTwin: (app) =>
      catalogue()
        .byProduct.get(app.productHash)
        ?.find((other) => other.platform !== app.platform),
  };
}

interface Catalogue {
  readonly byStore: Readonly<Record<StoreApp['platform'], readonly StoreApp[]>>;
  readonly byId: ReadonlyMap<string, StoreApp>;
  readonly byCategory: ReadonlyMap<string, readonly StoreApp[]>;
  readonly byDeveloper: ReadonlyMap<Developer, readonly StoreApp[]>;
  readonly bySite: ReadonlyMap<Site | undefined, readonly StoreApp[]>;
  readonly byProduct: ReadonlyMap<number, readonly StoreApp[]>;
}

function makeCatalogue(apps: readonly StoreApp[]): Catalogue {
  return {
    byStore: {
      store_a: apps.filter(({ platform }) => platform === 'store_a'),
      store_b: apps.filter(({ platform }) => platform === 'store_b'),
    },
    byId: new Map(apps.map((app) => [`${app.platform} ${app.appId}`, app])),
    byCategory: Map.groupBy(apps, ({ platform, categoryId }) => `${platform} ${categoryId}`),
    byDeveloper: Map.groupBy(apps, ({ developer }) => developer),
    bySite: Map.groupBy(apps, ({ developer }) => developer.site),
    byProduct: Map.groupBy(apps, ({ productHash }) => productHash),
  };
}

function rankNeighbours(members: readonly StoreApp[], app: StoreApp, day: number): readonly StoreApp[] {
  const period = Math.floor((day + (app.hash % SIMILAR_DAYS)) / SIMILAR_DAYS);
  const score = (other: StoreApp): number => unit(mix(other.hash, app.hash)) + 0.1 * unit(mix(mix(other.hash, app.hash), period));
  return members
    .filter((other) => other !== app && isInStore(other, day))
    .map((other) => ({ other, score: score(other) }))
    .toSorted((left, right) => left.score - right.score)
    .slice(0, SIMILAR_MAX)
    .map(({ other }) => other);
}
