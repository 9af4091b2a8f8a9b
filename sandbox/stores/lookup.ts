import { mix } from '../hashing.ts';
import type { Reply } from '../reply.ts';
import { chartsOf } from '../world/apps/app-charts.ts';
import { isNamed } from '../world/apps/app-search.ts';
import { findCategory } from '../world/apps/store-categories.ts';
import { isInStore, isSold, type StoreApp } from '../world/apps/store-app.ts';
import { iconUrl, screenshotUrl } from './artwork.ts';
import { developerUrl } from './pages/product-page.ts';
import { productUrl } from './lockup.ts';
import type { StoreCall } from './store-call.ts';
import { writeStoreJson } from './store-faults.ts';
import { formatPrice, stateOf, type StoreView } from './view.ts';

const ROWS_MAX = 210;
const IDS_502 = 400;
const IDS_400 = 750;
const SEARCH_DEFAULT = 50;
const SEARCH_MAX = 200;
const SCREENSHOTS_MISSING_EVERY = 4;
const ROOT = '36';
const ERROR = {
  errorMessage: 'Invalid value(s) for key(s): [country]',
  queryParameters: {
    output: 'json',
    callback: 'A javascript function to handle your search results',
    country: 'ISO-2A country code',
    limit: 'The number of search results to return',
    term: 'A search string',
    lang: 'ISO-2A language code',
  },
};

/** Records by id. What the storefront does not have is left out, and the order is its own. */
export function answerLookup(call: StoreCall): Reply {
  const { query, apps, day, fault } = call;
  const view = viewOf(call);
  if (view === undefined) return writeAnswer(ERROR, 400);
  const ids = (query['id'] ?? '').split(',').filter((id) => id !== '');
  if (ids.length >= IDS_400) return plain(400, 'Request-URI Too Long');
  if (ids.length >= IDS_502) return plain(502, '');
  if (ids.some((id) => !/^\d+$/u.test(id))) return writeAnswer({ ...ERROR, errorMessage: 'Invalid value(s) for key(s): [itunesId]' }, 400);
  const bundle = query['bundleId'];
  const wanted =
    bundle === undefined
      ? ids.flatMap((id) => apps.find('store_a', id) ?? [])
      : apps.list('store_a').filter(({ bundleId }) => bundle.split(',').includes(bundleId));
  const found = [...new Set(wanted)].filter((app) => isInStore(app, day) && isSold(app, view.storefront.country)).slice(0, ROWS_MAX);
  const shuffled = found.toSorted((left, right) => mix(left.hash, found.length) - mix(right.hash, found.length));
  return writeResults(
    shuffled.map((app) => makeRecord(view, app)),
    fault,
  );
}

/** Records by term; behind the one of that title in an order that is not the one of the store. */
export function answerSearch(call: StoreCall): Reply {
  const view = viewOf(call);
  if (view === undefined) return writeAnswer(ERROR, 400);
  const limit = Math.min(SEARCH_MAX, Math.max(1, Number(call.query['limit'] ?? SEARCH_DEFAULT) || SEARCH_DEFAULT));
  const found = call.apps.search('store_a', { term: call.query['term'] ?? '', country: view.storefront.country, day: call.day });
  const fitting = call.query['entity'] === 'iPadSoftware' ? found.filter(({ runsOnTablets }) => runsOnTablets) : found;
  const [first, ...rest] = fitting.slice(0, limit);
  const isFirst = first !== undefined && isNamed(first, { term: call.query['term'] ?? '', day: call.day });
  const shuffled = (isFirst ? rest : fitting.slice(0, limit)).toSorted((left, right) => mix(left.hash, 7) - mix(right.hash, 7));
  const rows = isFirst ? [first, ...shuffled] : shuffled;
  return writeResults(
    rows.map((app) => makeRecord(view, app)),
    call.fault,
  );
}

function viewOf(call: StoreCall): StoreView | undefined {
  const storefront = call.findStorefront(call.query['country'] ?? 'us');
  return storefront === undefined ? undefined : { apps: call.apps, day: call.day, storefront, device: 'iphone' };
}

function makeRecord(view: StoreView, app: StoreApp): object {
  const state = stateOf(view, app);
  const genreIds = chartsOf(app).filter((id) => id !== ROOT);
  // A game counts as one first, and then as one of its kind.
  const genres = app.categoryId.startsWith('70') ? genreIds.toReversed() : genreIds;
  const names = genres.map((id) => findCategory('store_a', id)?.name ?? '');
  const screenshots = app.hash % SCREENSHOTS_MISSING_EVERY === 0 ? [] : state.screenshotKeys;
  return {
    features: app.runsOnTablets ? ['iosUniversal'] : [],
    supportedDevices: ['iPhone15-iPhone15', ...(app.runsOnTablets ? ['iPadAir5-iPadAir5'] : [])],
    isGameCenterEnabled: false,
    advisories: state.contentRating === '4+' ? [] : ['Infrequent/Mild Mature/Suggestive Themes'],
    kind: 'software',
    artistViewUrl: `${developerUrl(view, app)}?uo=4`,
    artworkUrl60: iconUrl(state.iconKey, 60),
    artworkUrl100: iconUrl(state.iconKey, 100),
    ipadScreenshotUrls: app.runsOnTablets ? screenshots.map((key) => screenshotUrl(key, 'ipad')) : [],
    appletvScreenshotUrls: [],
    artworkUrl512: iconUrl(state.iconKey, 512),
    screenshotUrls: screenshots.map((key) => screenshotUrl(key, 'iphone')),
    currentVersionReleaseDate: toSeconds(state.versionReleasedAt),
    releaseNotes: state.releaseNotes,
    minimumOsVersion: '18.0',
    genres: names,
    price: state.price,
    bundleId: app.bundleId,
    trackName: state.title,
    trackId: Number(app.appId),
    releaseDate: toSeconds(state.releasedAt),
    sellerName: app.developer.name,
    genreIds: genres,
    primaryGenreName: names[0],
    primaryGenreId: Number(genres[0]),
    isVppDeviceBasedLicensingEnabled: true,
    version: state.version,
    wrapperType: 'software',
    currency: view.storefront.currency,
    description: state.description,
    trackCensoredName: state.title,
    trackViewUrl: `${productUrl(view, app)}?uo=4`,
    contentAdvisoryRating: state.contentRating,
    languageCodesISO2A: state.languages.map((code) => code.toUpperCase()),
    fileSizeBytes: String(state.sizeBytes),
    formattedPrice: formatPrice(view, state.price),
    trackContentRating: state.contentRating,
    ...(app.developer.website === null ? {} : { sellerUrl: app.developer.website }),
    artistId: Number(app.developer.storeAId),
    artistName: app.developer.name,
    ...(state.rating === null
      ? {}
      : {
          averageUserRating: state.rating,
          userRatingCount: state.ratingCount,
          averageUserRatingForCurrentVersion: state.rating,
          userRatingCountForCurrentVersion: state.ratingCount,
        }),
  };
}

function toSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

function writeResults(results: readonly object[], fault: StoreCall['fault']): Reply {
  return writeAnswer({ resultCount: results.length, results }, 200, fault);
}

/** JSON under the name of a script, between blank lines. */
function writeAnswer(value: object, status: number, fault?: StoreCall['fault']): Reply {
  return { status, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: `\n\n\n${writeStoreJson(value, fault)}\n\n\n` };
}

function plain(status: number, body: string): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
