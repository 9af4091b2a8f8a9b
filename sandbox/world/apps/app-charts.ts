import { hashText, mix, noise, signed } from '../../hashing.ts';
import { isInStore, isSold, sellsInside, type StoreApp } from './store-app.ts';
import { findCategory } from './store-categories.ts';

type Platform = StoreApp['platform'];

export const COLLECTIONS = ['free', 'paid', 'grossing', 'new_free', 'new_paid', 'new'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** One list of a store. */
export interface Chart {
  readonly platform: Platform;
  /** A category, or `all`. */
  readonly categoryId: string;
  readonly collection: Collection;
  readonly device: 'phone' | 'tablet';
  /** ISO 3166 alpha-2 in lower case. */
  readonly country: string;
}

export interface ChartBook {
  /** The whole list, the best first. The first call for a chart and day works it out, the next ones read it. */
  listChart(chart: Chart, day: number): readonly StoreApp[];
  /** Its place in a chart as the store's own page counts it, from 1: bundles of apps hold places too. */
  findRank(app: StoreApp, chart: Chart, day: number): number | undefined;
  /** How many charts have been worked out, for tests of how much work is done. */
  chartsMade(): number;
}

/** In long lists of paid apps of `store_a`, a bundle of apps stands here. */
export const BUNDLE_RANK = 31;
const KEPT_MAX = 240;
const NEW_DAYS = 120;

/** Ids of the categories that an app counts for, its own first, `all` not included. */
export function chartsOf({ platform, categoryId }: Pick<StoreApp, 'platform' | 'categoryId'>): readonly string[] {
  const parentId = findCategory(platform, categoryId)?.parentId;
  return parentId === null || parentId === undefined ? [categoryId] : [categoryId, parentId];
}

/** Whether a bundle takes a place in the chart, when it is long enough. */
export function hasBundle({ platform, collection }: Chart): boolean {
  return platform === 'store_a' && collection === 'paid';
}

export function makeChartBook(list: (platform: Platform) => readonly StoreApp[]): ChartBook {
  const kept = new Map<string, ReadonlyMap<StoreApp, number>>();
  let members: ReadonlyMap<string, readonly StoreApp[]> | undefined;
  let made = 0;

  const membersOf = ({ platform, categoryId }: Chart): readonly StoreApp[] => {
    if (categoryId === 'all') return list(platform);
    members ??= groupByChart([...list('store_a'), ...list('store_b')]);
    return members.get(`${platform} ${categoryId}`) ?? [];
  };

  const ranksOf = (chart: Chart, day: number): ReadonlyMap<StoreApp, number> => {
    const key = `${day} ${chart.platform} ${chart.categoryId} ${chart.collection} ${chart.device} ${chart.country}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const ranks = rankApps(membersOf(chart), chart, day);
    made += 1;
    const oldest = kept.size >= KEPT_MAX ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, ranks);
    return ranks;
  };

  return {
    listChart: (chart, day) => [...ranksOf(chart, day).keys()],
    findRank(app, chart, day) {
      const place = ranksOf(chart, day).get(app);
      return place === undefined ? undefined : place + (hasBundle(chart) && place >= BUNDLE_RANK ? 1 : 0);
    },
    chartsMade: () => made,
  };
}

function groupByChart(apps: readonly StoreApp[]): ReadonlyMap<string, readonly StoreApp[]> {
  const groups = new Map<string, StoreApp[]>();
  for (const app of apps) {
    // Children are in the store of games and of everything for families.
    const isForFamilies = app.platform === 'store_b' && app.categoryId.startsWith('GAME_') && app.hash % 3 === 0;
    for (const id of [...chartsOf(app), ...(isForFamilies ? ['FAMILY'] : [])]) {
      const key = `${app.platform} ${id}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [app]);
      else group.push(app);
    }
  }
  return groups;
}

function rankApps(members: readonly StoreApp[], chart: Chart, day: number): ReadonlyMap<StoreApp, number> {
  const ranked = members
    .filter((app) => isInStore(app, day) && isSold(app, chart.country) && fits(app, chart, day))
    .map((app) => ({ app, score: scoreOf(app, chart, day) }))
    .toSorted((left, right) => right.score - left.score || left.app.index - right.app.index);
  return new Map(ranked.map(({ app }, place) => [app, place + 1]));
}

function fits(app: StoreApp, { collection, device }: Chart, day: number): boolean {
  if (device === 'tablet' && !app.runsOnTablets) return false;
  if (collection.startsWith('new') && day - app.bornDay > NEW_DAYS) return false;
  if (collection === 'grossing') return app.isPaid || sellsInside(app);
  return collection === 'new' || app.isPaid === collection.endsWith('paid');
}

/** What a country and a device like stays; the rest moves with the days. */
function scoreOf(app: StoreApp, { collection, device, country }: Chart, day: number): number {
  const taste = country === 'us' ? 0 : 0.15 * signed(mix(app.hash, hashText(country)));
  const onTablet = device === 'tablet' ? 0.08 * signed(mix(app.hash, 47)) : 0;
  const income = collection === 'grossing' ? 0.3 * signed(mix(app.hash, 49)) : 0;
  return app.popularity + taste + onTablet + income + 0.08 * noise(app.hash, day / 6) + 0.02 * noise(mix(app.hash, 3), day);
}
