import { DAY_MS } from '#kernel/durations.ts';
import { mix, noise, pick, unit } from '../../hashing.ts';
import { sayOfApp } from './app-texts.ts';
import { sellsInside, type StoreApp } from './store-app.ts';
import type { Storefront } from './storefronts.ts';

/** When and where an app is looked at. */
export interface Viewing {
  /** Days since 1970. */
  readonly day: number;
  readonly storefront: Storefront;
}

/** What a store says of an app on a day. */
export interface AppState {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  /** Null until there is one. */
  readonly rating: number | null;
  readonly ratingCount: number;
  /** Counts of five stars, four ... one. */
  readonly histogram: readonly number[];
  readonly reviewsCount: number;
  /** In the currency of the storefront. */
  readonly price: number;
  readonly version: string;
  readonly releaseNotes: string;
  readonly releasedAt: Date;
  readonly versionReleasedAt: Date;
  readonly sizeBytes: number;
  /** Names the picture as it is now; part of its address. */
  readonly iconKey: string;
  readonly screenshotKeys: readonly string[];
  /** ISO 639-1, English first. */
  readonly languages: readonly string[];
  readonly contentRating: string;
  readonly purchases: readonly { readonly name: string; readonly price: number }[];
  readonly installs: number;
}

/** How many days a value stays, on average over the apps. */
const DAYS = { title: 900, subtitle: 400, price: 150, icon: 700, screenshots: 240 } as const;
const PRICES_USD = [0.99, 1.99, 2.99, 3.99, 4.99, 6.99, 9.99, 14.99, 19.99] as const;
const AGES = ['4+', '4+', '9+', '13+', '16+', '18+'] as const;
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'ja', 'nl', 'sv', 'pl', 'ko', 'tr', 'zh'] as const;
const WITHOUT_CENTS = 20;
/** Shares of four and three stars together. */
const MIDDLE_SHARE = 0.12;
export const REVIEWS_PER_RATING = 0.06;

function labelOn(app: StoreApp, day: number): string {
  return app.labels[epoch(app, 'title', day) % app.labels.length] ?? '';
}

export function titleOn(app: StoreApp, day: number): string {
  return `${app.name}: ${labelOn(app, day)}`;
}

export function describeApp(app: StoreApp, viewing: Viewing): AppState {
  const { day, storefront } = viewing;
  const { hash, productHash } = app;
  const version = versionOn(app, day);
  const label = labelOn(app, day);
  const { purchaseNames, ...texts } = sayOfApp(app, { label, subtitleAt: epoch(app, 'subtitle', day), versions: version.count });
  const ratings = rate(app, viewing);
  return {
    title: titleOn(app, day),
    ...texts,
    ...ratings,
    price: app.isPaid ? toPrice(pick(PRICES_USD, mix(mix(productHash, 53), epoch(app, 'price', day))), storefront) : 0,
    version: version.name,
    releasedAt: new Date(app.bornDay * DAY_MS + (hash % DAY_MS)),
    versionReleasedAt: new Date(version.day * DAY_MS + (mix(hash, version.count) % DAY_MS)),
    sizeBytes: Math.round(8e6 + 4e8 * unit(mix(hash, 55)) ** 3) + version.count * 40_009,
    iconKey: mix(hash, 1_000 + epoch(app, 'icon', day))
      .toString(16)
      .padStart(8, '0'),
    screenshotKeys: screenshotsOn(app, day),
    languages: ['en', ...LANGUAGES.filter((_language, at) => mix(productHash, 60 + at) % 100 < 40 - 2 * at)],
    contentRating: pick(AGES, mix(productHash, 57)),
    purchases: sellsInside(app)
      ? purchaseNames.map((name, at) => ({ name, price: toPrice(pick(PRICES_USD, mix(productHash, 59 + at)), storefront) }))
      : [],
    installs: countSince(app, day, ratingsPerDay(app, 1)) * (30 + (hash % 50)),
  };
}

/** Number of the period that a day lies in, from 0, for a value that changes from period to period. */
function epoch(app: StoreApp, of: keyof typeof DAYS, day: number): number {
  const length = DAYS[of];
  return Math.floor((Math.max(0, day - app.bornDay) + (mix(app.hash, length) % length)) / length);
}

function screenshotsOn(app: StoreApp, day: number): string[] {
  const series = epoch(app, 'screenshots', day);
  return Array.from({ length: 4 + (app.hash % 5) }, (_none, at) =>
    mix(mix(app.hash, 2_000 + at), series)
      .toString(16)
      .padStart(8, '0'),
  );
}

/** Versions come at a steady pace of their own, from one a week to one in two months. */
export function versionOn(app: StoreApp, day: number): { readonly name: string; readonly count: number; readonly day: number } {
  const pace = 7 + (mix(app.hash, 61) % 53);
  const count = Math.max(0, Math.floor((day - app.bornDay) / pace));
  return { name: `${1 + Math.floor(count / 24)}.${Math.floor((count % 24) / 4)}.${count % 4}`, count, day: app.bornDay + count * pace };
}

/** Ratings that an app gets in a storefront, or in all the world, on each day. */
export function ratingsPerDay(app: StoreApp, share: number): number {
  return share * 10 ** (-1 + 4.2 * app.popularity);
}

/** How many there are at the end of a day. */
function countSince(app: StoreApp, day: number, perDay: number): number {
  return Math.floor(perDay * Math.max(0, day + 1 - app.bornDay));
}

/** Shares of five stars, four ... one, at a mean that the noise of a day moves. */
export function starShares(app: StoreApp, shift = 0): readonly number[] {
  const mean = Math.min(4.95, Math.max(1.2, 2.7 + 2.1 * Math.sqrt(unit(mix(app.hash, 25))) + shift));
  const low = (5 - mean - 1.6 * MIDDLE_SHARE) / 3.8;
  const one = Math.max(0.01, low * 0.8);
  const two = Math.max(0.005, low * 0.2);
  // Most give five stars or one.
  return [Math.max(0, 1 - MIDDLE_SHARE - one - two), MIDDLE_SHARE * 0.4, MIDDLE_SHARE * 0.6, two, one];
}

function rate(app: StoreApp, { day, storefront }: Viewing): Pick<AppState, 'rating' | 'ratingCount' | 'histogram' | 'reviewsCount'> {
  const perDay = ratingsPerDay(app, storefront.share);
  const ratingCount = countSince(app, day, perDay);
  if (ratingCount === 0) return { rating: null, ratingCount: 0, histogram: [0, 0, 0, 0, 0], reviewsCount: 0 };
  const shares = starShares(app, 0.15 * noise(mix(app.hash, 63), day / 45));
  const counts = shares.map((share) => Math.floor(share * ratingCount));
  const histogram = counts.with(0, (counts[0] ?? 0) + ratingCount - counts.reduce((sum, count) => sum + count, 0));
  const stars = histogram.reduce((sum, count, at) => sum + count * (5 - at), 0);
  return {
    rating: Math.round((1e5 * stars) / ratingCount) / 1e5,
    ratingCount,
    histogram,
    reviewsCount: countSince(app, day, perDay * REVIEWS_PER_RATING),
  };
}

/** Prices end in 99 cents where there are cents. */
function toPrice(usd: number, { perUsd }: Storefront): number {
  const local = usd * perUsd;
  return perUsd > WITHOUT_CENTS ? Math.round(local / 10) * 10 : Math.max(0.99, Math.round(local) - 0.01);
}
