import { stateOf, type StoreView } from '../../stores/view.ts';
import type { Collection } from '../../world/apps/app-charts.ts';
import { listReviews } from '../../world/apps/app-reviews.ts';
import { isInStore, isSold, type StoreApp } from '../../world/apps/store-app.ts';
import { toInfoItem, toListItem, toReviewItem, typeOf } from './app-items.ts';
import { findCategoryId, type Platform } from './app-request.ts';
import type { FieldRule } from '../fields.ts';
import { PRICES, type PriceMode } from '../prices.ts';
import type { TaskRequest } from '../answer.ts';
import { numberOf, textOf } from '../search-request.ts';

type Wire = Record<string, unknown>;

/** What was found: as many things as cost something, and how they are written. */
export interface Found {
  readonly count: number;
  write(): Wire;
}

/** One function of the vendor for a store. */
export interface AppFunction {
  readonly kind: 'app_info' | 'app_list' | 'app_searches' | 'app_reviews';
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly required: readonly string[];
  readonly blockUsd: Readonly<Record<Exclude<PriceMode, 'live'>, number>>;
  /** Results that are charged together. */
  readonly blockSize: number;
  /** @returns undefined: there is nothing; a text: the name of the field that makes no sense */
  find(view: StoreView, task: TaskRequest): Found | string | undefined;
}

const COLLECTIONS: Readonly<Record<Platform, Readonly<Record<string, Collection>>>> = {
  store_a: {
    top_free_ios: 'free',
    top_paid_ios: 'paid',
    top_grossing_ios: 'grossing',
    new_ios: 'new',
    new_free_ios: 'new_free',
    new_paid_ios: 'new_paid',
  },
  store_b: {
    topselling_free: 'free',
    topselling_paid: 'paid',
    topgrossing: 'grossing',
    topselling_new_free: 'new_free',
    topselling_new_paid: 'new_paid',
    featured: 'free',
    movers_shakers: 'new',
  },
};

const KEYWORD_LENGTH_MAX = 700;
const AGES = ['ages_up_to_5', 'ages_6_8', 'ages_9_12'];

/** What the vendor does for a store. */
export function functionsOf(platform: Platform): readonly AppFunction[] {
  const isApple = platform === 'store_a';
  const text: FieldRule = { type: 'text' };
  return [
    {
      kind: 'app_info',
      fields: { app_id: text },
      required: ['app_id'],
      blockUsd: PRICES.appInfo,
      blockSize: 1,
      find: (view, task) => {
        const app = findApp(platform, view, task);
        return app && { count: 1, write: () => ({ app_id: app.appId, ...listed(platform, 'info', [toInfoItem(view, app)]) }) };
      },
    },
    {
      kind: 'app_list',
      fields: {
        app_collection: text,
        app_category: text,
        depth: { type: 'integer', min: 1, max: isApple ? 1_000 : 200 },
        ...(isApple ? {} : { age_rating: { type: 'text', oneOf: AGES } as const }),
      },
      required: ['app_collection'],
      blockUsd: PRICES.appList,
      blockSize: 100,
      find: (view, task) => findChart(platform, view, task),
    },
    {
      kind: 'app_searches',
      fields: { keyword: { type: 'text', lengthMax: KEYWORD_LENGTH_MAX }, depth: { type: 'integer', min: 1, max: isApple ? 700 : 200 } },
      required: ['keyword'],
      blockUsd: PRICES.appList,
      blockSize: isApple ? 100 : 30,
      find: (view, task) => {
        const keyword = textOf(task, 'keyword') ?? '';
        const found = view.apps.search(platform, { term: keyword, country: view.storefront.country, day: view.day });
        return toList(platform, view, { keyword, apps: found.slice(0, numberOf(task, 'depth') ?? (isApple ? 100 : 30)) });
      },
    },
    {
      kind: 'app_reviews',
      fields: {
        app_id: text,
        depth: { type: 'integer', min: 1, max: isApple ? 500 : 100_000 },
        sort_by: { type: 'text', oneOf: isApple ? ['most_recent', 'most_helpful'] : ['newest', 'most_relevant'] },
        ...(isApple ? {} : { rating: { type: 'integer', min: 1, max: 5 } as const }),
      },
      required: ['app_id'],
      blockUsd: PRICES.appReviews,
      blockSize: isApple ? 50 : 150,
      find: (view, task) => findReviews(platform, view, task),
    },
  ];
}

function findApp(platform: Platform, { apps, day, storefront }: StoreView, task: TaskRequest): StoreApp | undefined {
  const app = apps.find(platform, textOf(task, 'app_id') ?? '');
  return app !== undefined && isInStore(app, day) && isSold(app, storefront.country) ? app : undefined;
}

function findChart(platform: Platform, view: StoreView, task: TaskRequest): Found | string | undefined {
  const keyword = textOf(task, 'app_collection') ?? '';
  const collection = Object.hasOwn(COLLECTIONS[platform], keyword) ? COLLECTIONS[platform][keyword] : undefined;
  if (collection === undefined) return 'app_collection';
  const categoryId = findCategoryId(platform, textOf(task, 'app_category'));
  if (categoryId === undefined || (keyword === 'featured' && categoryId !== 'all')) return 'app_category';
  if (task['age_rating'] !== undefined && categoryId !== 'FAMILY') return 'age_rating';
  const chart = { platform, categoryId, collection, device: 'phone', country: view.storefront.country } as const;
  const apps = view.apps.listChart(chart, view.day).slice(0, numberOf(task, 'depth') ?? 100);
  return toList(platform, view, { keyword, apps });
}

function toList(
  platform: Platform,
  view: StoreView,
  { keyword, apps }: { readonly keyword: string; readonly apps: readonly StoreApp[] },
): Found | undefined {
  if (apps.length === 0) return undefined;
  const write = (): Wire => ({
    keyword,
    ...listed(
      platform,
      'list',
      apps.map((app, at) => toListItem(view, app, at + 1)),
    ),
  });
  return { count: apps.length, write };
}

function findReviews(platform: Platform, view: StoreView, task: TaskRequest): Found | undefined {
  const app = findApp(platform, view, task);
  if (app === undefined) return undefined;
  const depth = numberOf(task, 'depth') ?? (platform === 'store_a' ? 50 : 150);
  const stars = numberOf(task, 'rating');
  const isNewest = task['sort_by'] === 'newest' || task['sort_by'] === 'most_recent';
  const newest = listReviews(app, view, stars === undefined && isNewest ? depth : Math.max(depth, 1_000));
  const fitting = newest.filter((review) => stars === undefined || review.stars === stars);
  const sorted = isNewest ? fitting : fitting.toSorted((left, right) => right.helpfulCount - left.helpfulCount);
  const reviews = sorted.slice(0, depth);
  const { title, rating, ratingCount, reviewsCount } = stateOf(view, app);
  const write = (): Wire => ({
    app_id: app.appId,
    title,
    rating: rating === null ? null : { rating_type: 'Max5', value: rating, votes_count: ratingCount, rating_max: 5 },
    reviews_count: reviewsCount,
    items_count: reviews.length,
    items: reviews.map((review, at) => toReviewItem(platform, review, at + 1)),
  });
  return { count: reviews.length, write };
}

function listed(platform: Platform, of: 'list' | 'info', items: readonly Wire[]): Wire {
  return { item_types: [typeOf(platform, of)], se_results_count: items.length, items_count: items.length, items };
}
