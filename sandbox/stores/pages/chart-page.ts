import { BUNDLE_RANK, hasBundle, type Chart } from '../../world/apps/app-charts.ts';
import { storeCategories } from '../../world/apps/store-categories.ts';
import { makeIntent, makeLockup, WEB } from '../lockup.ts';
import { makeShelf } from './shelf.ts';
import { say, type StoreView } from '../view.ts';

type Fields = Readonly<Record<string, unknown>>;

const ROOT = '36';
const GAMES = '6014';
const HYDRATED = 25;
const RANKS_MAX = 200;
const BUNDLE_ID_FIRST = 1_700_000_000;
const SEGMENTS = [
  { chart: 'top-free', collection: 'free', shortName: 'Free Apps', long: 'top_free' },
  { chart: 'top-paid', collection: 'paid', shortName: 'Paid Apps', long: 'top_paid' },
] as const;

/** Charts of a category; of all of them, apps and games each on their own. */
export function makeChartPage(view: StoreView, genreId: string): { readonly intent: object; readonly data: Fields } {
  const isRoot = genreId === ROOT;
  const name = storeCategories.find(({ platform, id }) => platform === 'store_a' && id === genreId)?.name;
  return {
    intent: makeIntent(view, 'ChartPageIntent', { genreId }),
    data: {
      title: isRoot ? 'Top Charts' : name,
      canonicalURL: `${WEB}/${view.storefront.country}/${view.device}/charts${isRoot ? '' : `/${genreId}`}`,
      ...(isRoot
        ? { charts: [ROOT, GAMES].map((id) => ({ genreId: id, segments: listSegments(view, id) })) }
        : { segments: listSegments(view, genreId) }),
      categories: listGenres(),
    },
  };
}

/** Numbers of the categories that have a chart page. */
export function isGenre(id: string): boolean {
  return listGenres().some(({ genreId }) => genreId === id);
}

function listGenres(): { readonly name: string; readonly genreId: string }[] {
  return storeCategories
    .filter(({ platform, id }) => platform === 'store_a' && /^\d+$/u.test(id))
    .map(({ id, name }) => ({ name: id === ROOT ? 'All Apps' : name, genreId: id }));
}

function listSegments(view: StoreView, categoryId: string): Fields[] {
  return SEGMENTS.map(({ chart: name, collection, shortName, long }) => {
    const chart: Chart = {
      platform: 'store_a',
      categoryId,
      collection,
      device: view.device === 'ipad' ? 'tablet' : 'phone',
      country: view.storefront.country,
    };
    const listed = view.apps.listChart(chart, view.day);
    const items = listed.slice(0, HYDRATED).map((app, at) => ({ ...makeLockup(view, app, { at }), ordinal: String(at + 1) }));
    const rest = listed.slice(HYDRATED).map(({ appId }) => ({ id: appId, type: 'apps' }));
    if (hasBundle(chart) && listed.length >= BUNDLE_RANK)
      rest.splice(BUNDLE_RANK - 1 - HYDRATED, 0, { id: String(BUNDLE_ID_FIRST + Number(categoryId)), type: 'app-bundles' });
    return {
      $kind: 'TopChartSegment',
      chart: name,
      shortName,
      longName: say(view, long),
      shelves: [makeShelf('0', 'smallLockup', items)],
      nextPage: { remainingContent: rest.slice(0, RANKS_MAX - HYDRATED) },
    };
  });
}
