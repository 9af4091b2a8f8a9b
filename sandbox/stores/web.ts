import { htmlReply, type Reply } from '../reply.ts';
import { toSlug } from '../world/names.ts';
import { isInStore, isSold, type StoreApp } from '../world/apps/store-app.ts';
import { isGenre, makeChartPage } from './pages/chart-page.ts';
import {
  LANDINGS,
  makeGroupingPage,
  makeLandingPage,
  makeRoomPage,
  makeStoryPage,
  type Landing,
  type PageContent,
} from './pages/editorial-pages.ts';
import { WEB, makeIntent, makeLockup } from './lockup.ts';
import { makeProductPage } from './pages/product-page.ts';
import { makeSeeAllPage } from './pages/product-shelves.ts';
import type { StoreCall } from './store-call.ts';
import { makeStructuredData } from './structured-data.ts';
import type { StoreView } from './view.ts';
import { notFoundPage, writeWebPage, type WebPage } from './pages/web-page.ts';
import { makeShelf } from './pages/shelf.ts';

const SHOWN = 40;

/** A page by what follows the storefront. */
interface Route {
  readonly pattern: RegExp;
  readonly answer: (view: StoreView, parts: readonly string[], call: StoreCall) => PageContent | Reply | undefined;
}

const DEVICE = '(iphone|ipad)';
const ROUTES: readonly Route[] = [
  { pattern: /^\/app\/(?:([^/]+)\/)?id(\d+)$/u, answer: answerProduct },
  { pattern: /^\/app\/(\d+)$/u, answer: answerSeeAll },
  {
    pattern: new RegExp(`^/${DEVICE}/charts(?:/(\\d+))?$`, 'u'),
    answer: (view, [, genre = '36']) => (isGenre(genre) ? makeChartPage(view, genre) : undefined),
  },
  {
    pattern: new RegExp(`^/charts/${DEVICE}/[^/]+/(\\d+)$`, 'u'),
    answer: (view, [device, genre]) => moveTo(view, `/${device}/charts/${genre}`),
  },
  { pattern: new RegExp(`^/${DEVICE}/grouping/(\\d+)$`, 'u'), answer: (view, [, id = '']) => makeGroupingPage(view, id) },
  { pattern: new RegExp(`^/${DEVICE}/room/(\\d+)$`, 'u'), answer: (view, [, id = '']) => makeRoomPage(view, id) },
  { pattern: new RegExp(`^/${DEVICE}/story/id(\\d+)$`, 'u'), answer: (view, [, id = '']) => makeStoryPage(view, id) },
  { pattern: new RegExp(`^/${DEVICE}/search$`, 'u'), answer: (view, _parts, { query }) => makeSearchPage(view, query['term'] ?? '') },
  {
    pattern: new RegExp(`^/${DEVICE}/(${LANDINGS.join('|')})$`, 'u'),
    answer: (view, [, landing]) => makeLandingPage(view, landing as Landing),
  },
];

/** The website of `store_a`. A storefront that it does not have leads to the one of the United States. */
export function answerWeb(call: StoreCall): Reply {
  const [, country = '', path = ''] = /^\/([a-z]{2})(\/.*)$/u.exec(call.path) ?? [];
  if (country === '') return notFoundPage();
  const storefront = call.findStorefront(country);
  if (storefront === undefined) return htmlReply(302, '', { location: `${WEB}/us${path}` });
  for (const { pattern, answer } of ROUTES) {
    const parts = pattern.exec(path)?.slice(1);
    if (parts === undefined) continue;
    const device = parts.includes('ipad') || call.query['platform'] === 'ipad' ? 'ipad' : 'iphone';
    const found = answer({ apps: call.apps, day: call.day, storefront, device }, parts, call);
    if (found === undefined) return notFoundPage();
    return 'status' in found ? found : writeWebPage({ language: storefront.language, ...found }, call.fault);
  }
  return notFoundPage();
}

/** The address with the name in it; others lead there. */
function answerProduct(
  view: StoreView,
  [slug = '', id = '']: readonly string[],
  { query }: StoreCall,
): Reply | Omit<WebPage, 'language'> | undefined {
  const app = findApp(view, id);
  if (app === undefined) return undefined;
  if (slug !== toSlug(app.name))
    return moveTo(
      view,
      `/app/${toSlug(app.name)}/id${id}${query['platform'] === undefined ? '' : `?platform=${encodeURIComponent(query['platform'])}`}`,
    );
  return { ...makeProductPage(view, app), structured: makeStructuredData(view, app) };
}

function answerSeeAll(view: StoreView, [id = '']: readonly string[], { query }: StoreCall): Reply | PageContent | undefined {
  const app = findApp(view, id);
  if (app === undefined) return undefined;
  return query['see-all'] === 'customers-also-bought-apps' ? makeSeeAllPage(view, app) : moveTo(view, `/app/id${id}`);
}

function findApp({ apps, day, storefront }: StoreView, id: string): StoreApp | undefined {
  const app = apps.find('store_a', id);
  return app !== undefined && isInStore(app, day) && isSold(app, storefront.country) ? app : undefined;
}

function moveTo({ storefront }: StoreView, path: string): Reply {
  return htmlReply(301, '', { location: `${WEB}/${storefront.country}${path}` });
}

/** The web search of `store_a`; the first result carries its id as a number, as the store does. */
function makeSearchPage(view: StoreView, term: string): PageContent {
  const { apps, day, storefront } = view;
  const found = apps.search('store_a', { term, country: storefront.country, day }).slice(0, SHOWN);
  const items = found.map((app, at) => {
    const lockup = makeLockup(view, app, { at });
    return { $kind: 'AppSearchResult', lockup: at === 0 ? { ...lockup, adamId: Number(app.appId) } : lockup };
  });
  return {
    intent: makeIntent(view, 'SearchResultsPageIntent', { term }),
    data: {
      title: 'Search',
      shelves: [makeShelf('0', 'searchResult', items)],
    },
  };
}
