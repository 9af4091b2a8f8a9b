import { z } from 'zod';
import { chartsOf, COLLECTIONS, type Chart } from '../world/apps/app-charts.ts';
import { listReviews } from '../world/apps/app-reviews.ts';
import { describeApp, type AppState } from '../world/apps/app-state.ts';
import type { World } from '../world/index.ts';
import { isInStore, isSold, type StoreApp } from '../world/apps/store-app.ts';
import { findStorefront, listStorefronts, type Storefront } from '../world/apps/storefronts.ts';
import { toDate } from './app-samples.ts';
import { badRequest, unknownThing } from './problem.ts';
import { dayOfDate, parse, type TruthTools } from './truth.ts';

type Params = Readonly<Record<string, string>>;

const DAYS_DEFAULT = 7;
const DAYS_MAX = 400;
const CHART_LIMIT = 200;
const NEIGHBOURS = 10;
const REVIEWS_SHOWN = 200;

const platform = z.enum(['store_a', 'store_b']);
const country = z.string().trim().toLowerCase().default('us');
const AppParams = z.object({
  platform,
  app_id: z.string().min(1),
  date: z.string().optional(),
  country,
  days: z.coerce.number().int().min(1).max(DAYS_MAX).default(DAYS_DEFAULT),
});
const ChartParams = z.object({
  platform,
  category_id: z.string().min(1),
  collection: z.enum(COLLECTIONS).default('free'),
  device: z.enum(['phone', 'tablet']).default('phone'),
  country,
  date: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(CHART_LIMIT),
});
const SearchParams = z.object({
  platform,
  keyword: z.string().trim().min(1),
  country,
  date: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(CHART_LIMIT),
});
const ChangesParams = z.object({ platform, date: z.string().optional(), country });

/** An app as the stores show it on a day, and what became of it in the `days` before. */
export function trueApp(tools: TruthTools, query: Params): Record<string, unknown> {
  const params = parse(AppParams, query);
  const app = tools.world.apps.find(params.platform, params.app_id);
  if (app === undefined) throw unknownThing('app');
  const storefront = storefrontOf(params.country);
  const { apps } = tools.world;
  const day = dayOfDate(tools, params.date);
  const state = describeApp(app, { day, storefront });
  const neighbours = apps.listSimilar(app, day).map((other) => other.appId);
  const days = Array.from({ length: params.days }, (_none, at) => day - params.days + 1 + at);
  const twin = apps.findTwin(app);
  return {
    platform: app.platform,
    app_id: app.appId,
    date: toDate(day),
    country: storefront.country,
    is_available: isInStore(app, day) && isSold(app, storefront.country),
    not_sold_in: listStorefronts()
      .map((other) => other.country)
      .filter((code) => !isSold(app, code)),
    removed_on: app.removedDay === undefined ? null : toDate(app.removedDay),
    other_store_app_id: twin?.appId ?? null,
    bundle_id: app.bundleId,
    developer: app.developer.name,
    developer_id: app.platform === 'store_a' ? app.developer.storeAId : app.developer.storeBId,
    website: app.developer.website,
    category_id: app.categoryId,
    category_ids: chartsOf(app),
    ...toFields(state),
    currency: storefront.currency,
    similar: neighbours.slice(0, NEIGHBOURS),
    all_similar: neighbours,
    ranks: ranksOf(tools.world, app, { day, storefront }),
    charts: listPlaces(tools.world, app, { day, storefront }),
    rank_series: days.map((on) => ({ date: toDate(on), ranks: ranksOf(tools.world, app, { day: on, storefront }) })),
    rating_series: days.map((on) => {
      const { rating, ratingCount } = describeApp(app, { day: on, storefront });
      return { date: toDate(on), rating, rating_count: ratingCount };
    }),
    changes: days.flatMap((on) => listChanges(app, on, storefront)),
    reviews: listReviews(app, { day, storefront }, REVIEWS_SHOWN).map(({ id, stars, version, language, writtenAt }) => ({
      id,
      rating: stars,
      version,
      language,
      written_at: writtenAt.toISOString(),
    })),
  };
}

/** The places of a chart on a day. */
export function trueChart(tools: TruthTools, query: Params): Record<string, unknown> {
  const params = parse(ChartParams, query);
  const { apps } = tools.world;
  const day = dayOfDate(tools, params.date);
  const chart: Chart = { ...params, categoryId: params.category_id, country: storefrontOf(params.country).country };
  const listed = apps.listChart(chart, day);
  return {
    date: toDate(day),
    count: listed.length,
    ranks: listed.slice(0, params.limit).map((app) => ({ rank: apps.findRank(app, chart, day), app_id: app.appId })),
  };
}

/** What the search of a store finds on a day, the best first. */
export function trueAppSearch(tools: TruthTools, query: Params): Record<string, unknown> {
  const params = parse(SearchParams, query);
  const day = dayOfDate(tools, params.date);
  const { country: storefront } = storefrontOf(params.country);
  const found = tools.world.apps.search(params.platform, { term: params.keyword, country: storefront, day });
  return { date: toDate(day), count: found.length, app_ids: found.slice(0, params.limit).map(({ appId }) => appId) };
}

/** Every app of a store that comes, goes or changes on a day. New versions are too many to list. */
export function trueAppChanges(tools: TruthTools, query: Params): Record<string, unknown> {
  const params = parse(ChangesParams, query);
  const day = dayOfDate(tools, params.date);
  const storefront = storefrontOf(params.country);
  const changes = tools.world.apps
    .list(params.platform)
    .flatMap((app) => listChanges(app, day, storefront).map((change) => ({ app_id: app.appId, ...change })))
    .filter(({ field }) => field !== 'version');
  return { date: toDate(day), changes };
}

function storefrontOf(code: string): Storefront {
  const storefront = findStorefront(code);
  if (storefront === undefined) throw badRequest('country: no store there');
  return storefront;
}

function toFields(state: AppState): Record<string, unknown> {
  return {
    title: state.title,
    subtitle: state.subtitle,
    rating: state.rating,
    rating_count: state.ratingCount,
    histogram: state.histogram,
    reviews_count: state.reviewsCount,
    price: state.price,
    is_free: state.price === 0,
    version: state.version,
    released_at: state.releasedAt.toISOString(),
    version_released_at: state.versionReleasedAt.toISOString(),
    size_bytes: state.sizeBytes,
    icon: state.iconKey,
    screenshots: state.screenshotKeys,
    languages: state.languages,
    installs: state.installs,
  };
}

interface Place {
  readonly day: number;
  readonly storefront: Storefront;
}

/** On the phone, among the free or the paid ones, by category. */
function ranksOf({ apps }: World, app: StoreApp, { day, storefront }: Place): Record<string, number> {
  const ranks = chartsOf(app).map((categoryId) => [categoryId, apps.findRank(app, toChart(app, categoryId, storefront), day)] as const);
  return Object.fromEntries(ranks.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** In every chart that it is on. */
function listPlaces({ apps }: World, app: StoreApp, { day, storefront }: Place): object[] {
  return [...chartsOf(app), 'all'].flatMap((categoryId) =>
    COLLECTIONS.flatMap((collection) =>
      (['phone', 'tablet'] as const).flatMap((device) => {
        const rank = apps.findRank(app, { ...toChart(app, categoryId, storefront), collection, device }, day);
        return rank === undefined ? [] : [{ category_id: categoryId, collection, device, rank }];
      }),
    ),
  );
}

function toChart({ platform: store, isPaid }: StoreApp, categoryId: string, { country: code }: Storefront): Chart {
  return { platform: store, categoryId, collection: isPaid ? 'paid' : 'free', device: 'phone', country: code };
}

interface Change {
  readonly date: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What is otherwise than on the day before. */
function listChanges(app: StoreApp, day: number, storefront: Storefront): Change[] {
  const date = toDate(day);
  if (app.bornDay === day) return [{ date, field: 'is_available', from: false, to: true }];
  if (app.removedDay === day) return [{ date, field: 'is_available', from: true, to: false }];
  if (!isInStore(app, day)) return [];
  const before = listChangeable(app, day - 1, storefront);
  const now = listChangeable(app, day, storefront);
  return Object.keys(now)
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ date, field, from: before[field], to: now[field] }));
}

function listChangeable(app: StoreApp, day: number, storefront: Storefront): Readonly<Record<string, unknown>> {
  const { title, subtitle, price, version, iconKey, screenshotKeys } = describeApp(app, { day, storefront });
  return { title, subtitle, price, version, icon: iconKey, screenshots: screenshotKeys.join(' ') };
}
