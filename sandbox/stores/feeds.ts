import { jsonReply, type Reply } from '../reply.ts';
import type { Chart, Collection } from '../world/apps/app-charts.ts';
import { findCategory } from '../world/apps/store-categories.ts';
import type { StoreApp } from '../world/apps/store-app.ts';
import { iconUrl, screenshotUrl } from './artwork.ts';
import { productUrl } from './lockup.ts';
import { developerUrl } from './pages/product-page.ts';
import type { StoreCall } from './store-call.ts';
import { writeStoreJson } from './store-faults.ts';
import { formatPrice, say, stateOf, type StoreView } from './view.ts';

/** The older feeds by name; the same with `ipad` before `applications` is for the tablet. */
const FEEDS: Readonly<Record<string, Collection>> = {
  topfree: 'free',
  toppaid: 'paid',
  topgrossing: 'grossing',
  new: 'new',
  newfree: 'new_free',
  newpaid: 'new_paid',
};
const LEGACY =
  /^\/([a-z]{2})\/rss\/(topfree|toppaid|topgrossing|new|newfree|newpaid)(ipad)?applications(?:\/limit=(\d+))?(?:\/genre=(\d+))?\/json$/u;
const ROWS_DEFAULT = 10;
const ROWS_MAX = 100;
const LIMIT_MAX = 200;
const MARKETING = /^\/api\/v2\/([a-z]{2})\/apps\/(top-free|top-paid)\/(10|25|50|100)\/apps\.json$/u;

/** A chart feed of the first generation; undefined for another address. A category that it does not know is ignored. */
export function answerLegacyFeed(call: StoreCall): Reply | undefined {
  const [, country, name = '', tablet, limit, genre] = LEGACY.exec(call.path) ?? [];
  if (country === undefined) return undefined;
  if (Number(limit ?? ROWS_DEFAULT) > LIMIT_MAX) return jsonReply(400, { error: 'limit' });
  const storefront = call.findStorefront(country);
  if (storefront === undefined) return jsonReply(400, { error: 'country' });
  const view: StoreView = { apps: call.apps, day: call.day, storefront, device: tablet === undefined ? 'iphone' : 'ipad' };
  const chart: Chart = {
    platform: 'store_a',
    categoryId: genre !== undefined && genre !== '36' && findCategory('store_a', genre) !== undefined ? genre : 'all',
    collection: FEEDS[name] ?? 'free',
    device: tablet === undefined ? 'phone' : 'tablet',
    country: storefront.country,
  };
  const apps = call.apps.listChart(chart, call.day).slice(0, Math.min(ROWS_MAX, Number(limit ?? ROWS_DEFAULT)));
  const entries = apps.map((app) => makeEntry(view, app));
  const self = `https://itunes.apple.com${call.path}`;
  const feed = {
    author: { name: { label: 'iTunes Store' }, uri: { label: `http://www.apple.com/${country}/itunes/` } },
    ...(entries.length === 0 ? {} : { entry: entries.length === 1 ? entries[0] : entries }),
    updated: { label: call.now.toISOString() },
    rights: { label: 'Copyright 2008 Apple Inc.' },
    title: { label: `iTunes Store: ${say(view, 'top_free')}` },
    icon: { label: 'http://itunes.apple.com/favicon.ico' },
    link: [
      { attributes: { rel: 'alternate', type: 'text/html', href: `https://apps.apple.com/${country}/iphone/charts` } },
      { attributes: { rel: 'self', href: self } },
    ],
    id: { label: self },
  };
  return writeFeed({ feed }, call);
}

/** A feed of the second generation: the whole store, free or paid. */
export function answerMarketingFeed(call: StoreCall): Reply {
  const [, country, name, rows] = MARKETING.exec(call.path) ?? [];
  const storefront = country === undefined ? undefined : call.findStorefront(country);
  if (storefront === undefined) return jsonReply(404, { error: 'Not Found' });
  const view: StoreView = { apps: call.apps, day: call.day, storefront, device: 'iphone' };
  const chart: Chart = {
    platform: 'store_a',
    categoryId: 'all',
    collection: name === 'top-paid' ? 'paid' : 'free',
    device: 'phone',
    country: storefront.country,
  };
  const self = `https://rss.marketingtools.apple.com${call.path}`;
  const feed = {
    title: name === 'top-paid' ? 'Top Paid Apps' : 'Top Free Apps',
    id: self,
    author: { name: 'Apple', url: 'https://www.apple.com/' },
    links: [{ self }],
    copyright: 'Copyright © 2026 Apple Inc. All rights reserved.',
    country: storefront.country,
    icon: 'https://www.apple.com/favicon.ico',
    updated: call.now.toUTCString().replace('GMT', '+0000'),
    results: call.apps
      .listChart(chart, call.day)
      .slice(0, Number(rows))
      .map((app) => makeRow(view, app)),
  };
  return writeFeed({ feed }, call);
}

function makeRow(view: StoreView, app: StoreApp): object {
  const { title, releasedAt, iconKey } = stateOf(view, app);
  return {
    artistName: app.developer.name,
    id: app.appId,
    name: title,
    releaseDate: releasedAt.toISOString().slice(0, 10),
    kind: 'apps',
    artworkUrl100: iconUrl(iconKey, 100),
    genres: [],
    url: productUrl(view, app),
  };
}

function makeEntry(view: StoreView, app: StoreApp): object {
  const state = stateOf(view, app);
  const page = `${productUrl(view, app)}?uo=2`;
  const category = findCategory('store_a', app.categoryId);
  return {
    'im:name': { label: state.title },
    'im:image': [53, 75, 100].map((side) => ({ label: iconUrl(state.iconKey, side), attributes: { height: String(side) } })),
    summary: { label: state.description },
    'im:price': { label: formatPrice(view, state.price), attributes: { amount: String(state.price), currency: view.storefront.currency } },
    'im:contentType': { attributes: { term: 'Application', label: 'Application' } },
    rights: { label: `© ${app.developer.name}` },
    title: { label: `${state.title} - ${app.developer.name}` },
    link: [
      { attributes: { rel: 'alternate', type: 'text/html', href: page } },
      {
        'im:duration': { label: '0' },
        attributes: {
          title: 'Preview',
          rel: 'enclosure',
          type: 'image/jpeg',
          href: screenshotUrl(state.screenshotKeys[0] ?? '', 'iphone'),
          'im:assetType': 'preview',
        },
      },
    ],
    id: { label: page, attributes: { 'im:id': app.appId, 'im:bundleId': app.bundleId } },
    'im:artist': { label: app.developer.name, attributes: { href: `${developerUrl(view, app)}?uo=2` } },
    category: {
      attributes: {
        'im:id': app.categoryId,
        term: category?.name,
        scheme: `https://apps.apple.com/${view.storefront.country}/genre/id${app.categoryId}?uo=2`,
        label: category?.name,
      },
    },
    'im:releaseDate': { label: state.releasedAt.toISOString(), attributes: { label: state.releasedAt.toDateString() } },
  };
}

function writeFeed(value: object, { fault }: StoreCall): Reply {
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: writeStoreJson(value, fault) };
}
