import { findCategory } from '../world/apps/store-categories.ts';
import { isInStore, isSold, sellsInside, type StoreApp } from '../world/apps/store-app.ts';
import { playImageUrl } from './artwork.ts';
import { formatPrice, stateOf, type StoreView } from './view.ts';

export const PLAY = 'https://play.google.com';
const CLUSTER_SIZE = 6;
const SECOND_MS = 1_000;
const MICROS = 1_000_000;
const STARS = 5;
/** No date of publication is given for some. */
const UNDATED_EVERY = 12;
const VERSIONLESS_EVERY = 6;

/** Values by their place in a list whose other places are null. */
type Sparse = Readonly<Record<number, unknown>>;

/** The block with the details of an app: everything stands below `[1, 2]`, by number. */
export function makeDetails(view: StoreView, app: StoreApp): readonly unknown[] {
  const state = stateOf(view, app);
  const { currency } = view.storefront;
  const category = findCategory('store_b', app.categoryId);
  const { developer } = app;
  const fields: Sparse = {
    0: [state.title],
    9: [state.contentRating],
    ...(app.hash % UNDATED_EVERY === 0 ? {} : { 10: [toDate(state.releasedAt), [toSeconds(state.releasedAt), 0]] }),
    13: [`${roundInstalls(state.installs).toLocaleString('en-US')}+`, roundInstalls(state.installs), state.installs, ''],
    ...(sellsInside(app)
      ? {
          19: [
            listPrices(
              view,
              state.purchases.map(({ price }) => price),
            ),
          ],
        }
      : {}),
    37: [developer.name],
    51:
      state.rating === null
        ? null
        : [[state.rating.toFixed(1), state.rating], toStars(state.histogram), toCount(state.ratingCount), toCount(state.reviewsCount)],
    57: [
      [
        [
          [
            nest({
              1: [[Math.round(state.price * MICROS), currency, state.price === 0 ? '' : formatPrice(view, state.price)]],
              5: state.price === 0 ? 1 : 2,
            }),
          ],
        ],
      ],
    ],
    68: [developer.name, nest({ 4: nest({ 2: `/store/apps/dev?id=${developer.storeBId}` }) }), developer.storeBId],
    69: [developer.website === null ? null : nest({ 5: nest({ 2: developer.website }) }), ['support@apps.example']],
    72: [[null, state.description.replaceAll('\n', '<br>')]],
    73: [[null, state.subtitle]],
    77: [app.appId],
    78: [state.screenshotKeys.map((key) => toImage(playImageUrl(key, app), 1_080, 1_920))],
    79: [[[category?.name, nest({ 4: nest({ 2: `/store/apps/category/${app.categoryId}` }) }), app.categoryId]]],
    95: [toImage(playImageUrl(state.iconKey, app), 512, 512)],
    ...(app.hash % VERSIONLESS_EVERY === 0 ? {} : { 140: [[[state.version]], [[[35]], [[[26, '8.0']]]]] }),
    144: [null, [null, state.releaseNotes]],
    145: [[toDate(state.versionReleasedAt), [toSeconds(state.versionReleasedAt), 0]]],
  };
  // Some pages carry these in an object at the end, by their number as text.
  const isMoved = app.hash % 5 === 0;
  const moved = isMoved ? { '141': fields[140] ?? null, '145': fields[144], '146': fields[145] } : undefined;
  const kept = isMoved ? { ...fields, 140: null, 144: null, 145: null } : fields;
  return [null, [1, null, [...nest(kept), ...(moved === undefined ? [] : [moved])], { '12': [[app.appId, 7]] }]];
}

/** More apps of the developer, then similar ones, with a link to all. */
export function makeClusters(view: StoreView, app: StoreApp): readonly unknown[] {
  const isOffered = (other: StoreApp): boolean =>
    other !== app && other.platform === 'store_b' && isInStore(other, view.day) && isSold(other, view.storefront.country);
  const more = view.apps.listOfDeveloper(app.developer).filter(isOffered);
  const similar = view.apps.listSimilar(app, view.day).filter(isOffered);
  const clusters = [
    ...(more.length === 0
      ? []
      : [makeCluster(view, more, { title: `More by ${app.developer.name}`, link: `/store/apps/dev?id=${app.developer.storeBId}` })]),
    makeCluster(view, similar, {
      title: app.categoryId.startsWith('GAME') ? 'Similar games' : 'Similar apps',
      link: `/store/apps/collection/cluster?gsr=${Buffer.from(app.appId).toString('base64url')}`,
    }),
  ];
  return [null, [null, clusters]];
}

function makeCluster(
  view: StoreView,
  apps: readonly StoreApp[],
  { title, link }: { readonly title: string; readonly link: string },
): readonly unknown[] {
  const items = apps.slice(0, CLUSTER_SIZE).map((app) => makeItem(view, app));
  return nest({ 21: [items, [title, null, nest({ 4: nest({ 2: link }) })]] });
}

function makeItem(view: StoreView, app: StoreApp): readonly unknown[] {
  const { title, iconKey, rating, price, description, installs } = stateOf(view, app);
  return nest({
    0: [app.appId, 7],
    1: toImage(playImageUrl(iconKey, app), 512, 512),
    3: title,
    4: rating === null ? null : [rating.toFixed(1), rating],
    5: findCategory('store_b', app.categoryId)?.name,
    8: nest({ 1: [[Math.round(price * MICROS), view.storefront.currency, price === 0 ? '' : formatPrice(view, price)]] }),
    10: nest({ 4: nest({ 2: `/store/apps/details?id=${app.appId}` }) }),
    13: [null, description],
    14: app.developer.name,
    15: `${roundInstalls(installs).toLocaleString('en-US')}+`,
  });
}

function nest(values: Sparse): unknown[] {
  const last = Math.max(...Object.keys(values).map(Number));
  return Array.from({ length: last + 1 }, (_none, at) => values[at] ?? null);
}

/** Counts of one star, two ... five behind an empty place. */
function toStars(histogram: readonly number[]): unknown[] {
  return [null, ...Array.from({ length: STARS }, (_none, at) => toCount(histogram[STARS - 1 - at] ?? 0))];
}

function toCount(count: number): [string, number] {
  return [count.toLocaleString('en-US'), count];
}

function toImage(url: string, height: number, width: number): unknown[] {
  return nest({ 1: 2, 2: [height, width], 3: nest({ 2: url }) });
}

function listPrices(view: StoreView, prices: readonly number[]): string {
  return `${formatPrice(view, Math.min(...prices))} - ${formatPrice(view, Math.max(...prices))} per item`;
}

function toDate(instant: Date): string {
  return instant.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / SECOND_MS);
}

/** 1, 5, 10, 50, 100 ... below. */
function roundInstalls(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return count >= 5 * power ? 5 * power : power;
}
