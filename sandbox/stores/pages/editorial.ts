import { hashText, mix, unit } from '../../hashing.ts';
import { chartsOf } from '../../world/apps/app-charts.ts';
import { isInStore, isSold, type StoreApp } from '../../world/apps/store-app.ts';
import { storeCategories, type StoreCategory } from '../../world/apps/store-categories.ts';
import type { StoreView } from '../view.ts';

/** A collection of apps below a category. Its number lives for a while only. */
export interface Collected {
  readonly id: string;
  readonly title: string;
  readonly category: StoreCategory;
  readonly size: number;
  readonly hash: number;
}

interface Kind {
  readonly firstId: number;
  /** How many a category has at a time. */
  readonly slots: number;
  /** How many apps it holds. */
  readonly size: number;
  readonly titles: readonly string[];
}

const KINDS = {
  room: {
    firstId: 1_400_000_000,
    slots: 3,
    size: 24,
    titles: ['Essentials', 'Our Favorites', 'Get Started', 'Hidden Gems', 'Made by Small Teams', 'New Year, New Habits'],
  },
  story: {
    firstId: 1_600_000_000,
    slots: 2,
    size: 5,
    titles: ['Meet the Developer', 'App of the Day', 'How We Use It', 'Behind the Design'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** They are replaced by others after so many days; a number stays good for one period more. */
const PERIOD_DAYS = 28;
const PERIODS = 10_000;
const SLOTS_MAX = 10;
const GROUPING_FIRST = 25_100;

/** Categories that an editorial hub exists for, in the order of their numbers. */
const hubs: readonly StoreCategory[] = storeCategories.filter(
  ({ platform, id, parentId }) => platform === 'store_a' && parentId !== null && /^\d+$/u.test(id),
);

export function listHubs(section: string): readonly StoreCategory[] {
  return hubs.filter((category) => category.section === section);
}

export function groupingIdOf(category: StoreCategory): string {
  return String(GROUPING_FIRST + hubs.indexOf(category));
}

export function findHub(groupingId: string): StoreCategory | undefined {
  return hubs[Number(groupingId) - GROUPING_FIRST];
}

export function listCollected(kind: keyof typeof KINDS, category: StoreCategory, day: number): readonly Collected[] {
  return Array.from({ length: KINDS[kind].slots }, (_none, slot) => collect(KINDS[kind], { category, slot, period: periodOf(day) }));
}

/** Undefined for numbers that are not, no longer or not yet given. */
export function findCollected(kind: keyof typeof KINDS, id: string, day: number): Collected | undefined {
  const { firstId, slots } = KINDS[kind];
  const number = Number(id) - firstId;
  const place = Math.floor(number / PERIODS);
  const category = hubs[Math.floor(place / SLOTS_MAX)];
  const slot = place % SLOTS_MAX;
  const age = (periodOf(day) % PERIODS) - (number % PERIODS);
  if (category === undefined || slot >= slots || age < 0 || age > 1) return undefined;
  return collect(KINDS[kind], { category, slot, period: periodOf(day) - age });
}

/** Drawn from the category, the popular ones rather, so that the collections of one category share some. */
export function listCollectedApps({ apps, day, storefront }: StoreView, { category, size, hash }: Collected): readonly StoreApp[] {
  return apps
    .list('store_a')
    .filter((app) => chartsOf(app).includes(category.id) && isInStore(app, day) && isSold(app, storefront.country))
    .map((app) => ({ app, luck: unit(mix(app.hash, hash)) - 0.5 * app.popularity }))
    .toSorted((left, right) => left.luck - right.luck)
    .slice(0, size)
    .map(({ app }) => app);
}

function collect(kind: Kind, { category, slot, period }: { category: StoreCategory; slot: number; period: number }): Collected {
  const hash = mix(mix(hashText(category.id, kind.firstId), slot), period);
  return {
    id: String(kind.firstId + (hubs.indexOf(category) * SLOTS_MAX + slot) * PERIODS + (period % PERIODS)),
    title: `${kind.titles[hash % kind.titles.length]}: ${category.name}`,
    category,
    size: kind.size,
    hash,
  };
}

function periodOf(day: number): number {
  return Math.floor(day / PERIOD_DAYS);
}
