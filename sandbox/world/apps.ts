import { hashText, mix, noise, pick, unit } from '../hashing.ts';
import { brandName, familyName, toSlug, toTitle } from './names.ts';
import { storeCategories, type StoreCategory } from './store-categories.ts';
import type { Topic } from './topics.ts';

export interface StoreApp {
  readonly platform: 'store_a' | 'store_b';
  /** Digits for `store_a`, a package name for `store_b`. */
  readonly appId: string;
  readonly title: string;
  readonly developer: string;
  readonly categoryId: string;
  readonly rating: number;
  readonly ratingCount: number;
  readonly popularity: number;
  readonly hash: number;
}

const PER_CATEGORY = 12;
const SIMILAR_MAX = 10;
const FALLBACK_ROOTS = ['daily', 'pocket', 'simple', 'plus', 'mate'] as const;

export interface AppBook {
  list(platform: StoreApp['platform']): readonly StoreApp[];
  find(platform: string, appId: string): StoreApp | undefined;
  /** The apps a store shows beside this one, in order. */
  listSimilar(app: StoreApp): readonly StoreApp[];
  /** Place in each chart the app is on, by category id, on a day. */
  rank(app: StoreApp, day: number): Readonly<Record<string, number>>;
}

/** Both stores; made when first asked for. */
export function makeAppBook(topics: readonly Topic[], seed: number): AppBook {
  let made: readonly StoreApp[] | undefined;
  const all = (): readonly StoreApp[] =>
    (made ??= storeCategories.filter((category) => category.parentId !== null).flatMap((category) => makeApps(category, topics, seed)));
  const list = (platform: string): readonly StoreApp[] => all().filter((app) => app.platform === platform);

  return {
    list,
    find: (platform, appId) => all().find((app) => app.platform === platform && app.appId === appId),
    listSimilar(app) {
      return list(app.platform)
        .filter((other) => other !== app && other.categoryId === app.categoryId)
        .toSorted((left, right) => mix(left.hash, app.hash) - mix(right.hash, app.hash))
        .slice(0, SIMILAR_MAX);
    },
    rank(app, day) {
      const own = storeCategories.find((category) => category.platform === app.platform && category.id === app.categoryId);
      const charts = [app.categoryId, ...(own?.parentId === null || own?.parentId === undefined ? [] : [own.parentId])];
      return Object.fromEntries(charts.map((chart) => [chart, placeIn(chart, app, { apps: list(app.platform), day })]));
    },
  };
}

function placeIn(chart: string, app: StoreApp, world: { readonly apps: readonly StoreApp[]; readonly day: number }): number {
  const members = world.apps.filter((other) => other.categoryId === chart || parentOf(other) === chart);
  const score = (other: StoreApp): number =>
    other.popularity + 0.08 * noise(other.hash, world.day / 6) + 0.02 * noise(mix(other.hash, 3), world.day);
  const mine = score(app);
  return 1 + members.filter((other) => other !== app && score(other) > mine).length;
}

function parentOf(app: StoreApp): string | null {
  return storeCategories.find((category) => category.platform === app.platform && category.id === app.categoryId)?.parentId ?? null;
}

function makeApps(category: StoreCategory, topics: readonly Topic[], seed: number): StoreApp[] {
  const themes = topics.filter(
    (topic) => (category.platform === 'store_a' ? topic.storeCategory.storeA : topic.storeCategory.storeB) === category.id,
  );
  return Array.from({ length: PER_CATEGORY }, (_unused, index) => {
    const hash = mix(hashText(`${category.platform} ${category.id}`, seed), index);
    const theme = themes[index % Math.max(1, themes.length)];
    const name = brandName(pick(theme?.roots ?? FALLBACK_ROOTS, hash), mix(hash, 21));
    const label = theme?.subjects.en[0] ?? category.name;
    return {
      platform: category.platform,
      appId:
        category.platform === 'store_a'
          ? String(300_000_000 + (hash % 1_400_000_000))
          : `com.${toSlug(name).replaceAll('-', '')}.app${index}${category.id.length}`,
      title: `${toTitle(name)}: ${toTitle(label)}`,
      developer: `${toTitle(familyName('labs', mix(hash, 23)))} Ltd`,
      categoryId: category.id,
      rating: Math.round(10 * (2.6 + 2.3 * Math.sqrt(unit(mix(hash, 25))))) / 10,
      ratingCount: Math.round(10 ** (1.2 + 4.3 * unit(mix(hash, 27)))),
      popularity: unit(mix(hash, 27)),
      hash,
    };
  });
}
