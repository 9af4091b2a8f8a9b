import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { describeApp } from '../world/apps/app-state.ts';
import { makeWorld } from '../world/index.ts';
import { toSlug } from '../world/names.ts';
import { isInStore, sellsInside, type StoreApp } from '../world/apps/store-app.ts';
import { findStorefront, type Storefront } from '../world/apps/storefronts.ts';
import { answerStore } from './index.ts';
import { makeStorefrontFinder } from './store-call.ts';

/** Captured and re-typed answers of the stores; not part of every checkout. */
const FOLDERS = ['../../..', '../../../..'].map((above) => join(import.meta.dirname, above, 'shared/contracts/examples/app-stores'));
const SAMPLES = FOLDERS.find((folder) => existsSync(folder)) ?? '';
const skip = SAMPLES === '' ? 'the captured answers of the stores are not in a folder above' : false;

/** No app of the captured charts sells anything inside. */
const IN_APP_PURCHASES = /offerDisplayProperties\.subtitles\.standard: string$/u;
const DAY = 20_780;
const { apps } = makeWorld('sandbox');
/** One with every part that a page can have. */
const app = apps
  .list('store_a')
  .find(
    (each) =>
      isInStore(each, DAY) &&
      each.runsOnTablets &&
      sellsInside(each) &&
      each.developer.website !== null &&
      each.popularity > 0.8 &&
      apps.listOfDeveloper(each.developer).filter((other) => other.platform === 'store_a' && isInStore(other, DAY)).length > 1 &&
      describeApp(each, { day: DAY, storefront: findStorefront('us') as Storefront }).contentRating !== '4+',
  ) as StoreApp;

function ask(host: string, path: string): string {
  const url = new URL(path, `https://${host}`);
  const call = {
    apps,
    day: DAY,
    now: new Date(DAY * 86_400_000),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    fault: undefined,
  };
  return answerStore(host, { ...call, findStorefront: makeStorefrontFinder(undefined) }).body.toString();
}

/** Every key on every way into the value, with the type of what it holds. Lists are one step, whatever their length. */
function listPaths(value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value as unknown[]) listPaths(item, `${path}[]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) listPaths(inner, `${path}.${key.startsWith('product_media') ? 'media' : key}`, found);
  else if (value !== null) found.add(`${path}: ${typeof value}`);
  return found;
}

function readBlock(text: string): unknown {
  const [, block = text] = /<script type="application\/json" id="serialized-server-data">(.*?)<\/script>/su.exec(text) ?? [];
  return JSON.parse(block);
}

/** @param added what the captured answer has not, and may be there */
function assertSameShape(ours: unknown, sample: string, added: readonly RegExp[] = []): void {
  const [have, want] = [listPaths(ours), listPaths(readBlock(readFileSync(`${SAMPLES}/${sample}`, 'utf8')))];
  const differences = {
    missing: [...want].filter((path) => !have.has(path)),
    added: [...have].filter((path) => !want.has(path) && !added.some((allowed) => allowed.test(path))),
  };
  assert.deepEqual(differences, { missing: [], added: [] }, sample);
}

suite('pages and answers have the shape of the captured ones', { skip }, () => {
  const web = (path: string): unknown => readBlock(ask('apps.apple.com', path));
  const linksIn = (page: unknown, kind: string): string =>
    new RegExp(`"https://apps\\.apple\\.com(/us/iphone/${kind}/[^"?]+)"`, 'u').exec(JSON.stringify(page))?.[1] ?? '';

  test('product page', () => {
    const path = `/us/app/${toSlug(app.name)}/id${app.appId}`;
    assertSameShape(web(path), 'store-a-product-page.synthetic.html');
  });
  test('similar apps', () => {
    assertSameShape(
      web(`/us/app/${app.appId}?see-all=customers-also-bought-apps&platform=iphone`),
      'store-a-see-all-similar.synthetic.json',
    );
  });
  test('charts', () => {
    assertSameShape(web('/us/iphone/charts/6007'), 'store-a-chart-page-genre.synthetic.html', [IN_APP_PURCHASES]);
    assertSameShape(web('/us/iphone/charts'), 'store-a-chart-page-root.synthetic.json', [IN_APP_PURCHASES, /\.categories\[\]/u]);
  });
  test('hub, room, story, search', () => {
    const hub = web('/us/iphone/grouping/25107');
    assertSameShape(hub, 'store-a-grouping-page.synthetic.html');
    assertSameShape(web(linksIn(hub, 'room')), 'store-a-room-page.synthetic.json');
    assertSameShape(web(linksIn(hub, 'story')), 'store-a-story-page.synthetic.json');
    assertSameShape(web('/us/iphone/search?term=photo'), 'store-a-search-page.synthetic.json');
  });
  test('lookup and feeds', () => {
    assertSameShape(JSON.parse(ask('itunes.apple.com', `/lookup?id=${app.appId}&country=us`)), 'store-a-lookup.transcribed.json');
    assertSameShape(
      JSON.parse(ask('itunes.apple.com', '/us/rss/topgrossingapplications/limit=1/json')),
      'store-a-rss-legacy-one-entry.synthetic.json',
    );
    assertSameShape(
      JSON.parse(ask('rss.marketingtools.apple.com', '/api/v2/us/apps/top-free/10/apps.json')),
      'store-a-rss-marketing-top-free.synthetic.json',
    );
  });
  test('the page of store_b, by the places that its values stand at', () => {
    const free = apps
      .list('store_b')
      .find((each) => isInStore(each, DAY) && !each.isPaid && sellsInside(each) && each.hash % 5 !== 0 && each.hash % 12 > 6) as StoreApp;
    const ours = readPlay(ask('play.google.com', `/store/apps/details?id=${free.appId}&hl=en&gl=us`));
    const captured = readPlay(readFileSync(`${SAMPLES}/store-b-details-game-paid.reduced.html`, 'utf8'));
    for (const path of DETAIL_PATHS) assert.equal(typeof at(ours.details, path), typeof at(captured.details, path), path);
    for (const path of CLUSTER_PATHS) assert.equal(typeof at(ours.clusters, path), typeof at(captured.clusters, path), path);
  });
});

const DETAIL_PATHS = [
  '0,0 9,0 10,0 13,0 13,1 13,2 19,0 51,0,1 51,1,1,1 51,1,5,1 51,2,1 51,3,1 57,0,0,0,0,1,0,0 57,0,0,0,0,1,0,1 68,0 68,1,4,2 72,0,1',
  '73,0,1 77,0 78,0,0,3,2 79,0,0,0 79,0,0,2 95,0,3,2 140,0,0,0 144,1,1 145,0,1,0',
].flatMap((line) => line.split(' ').map((path) => `1,2,${path}`));
const CLUSTER_PATHS = ['0,0', '1,3,2', '3', '4,1', '8,1,0,0', '8,1,0,1', '10,4,2', '14'].map((path) => `1,1,0,21,0,0,${path}`);

function readPlay(html: string): { readonly details: unknown; readonly clusters: unknown } {
  const [, table = ''] = /AF_dataServiceRequests = \{(.*?)\}; var/su.exec(html) ?? [];
  const blockOf = (id: string): unknown => {
    const entries = [...table.matchAll(/'(ds:\d+)' : \{id:'(\w+)',.*?request:(.*?)\}(?=,'ds|$)/gsu)].filter((entry) => entry[2] === id);
    const key = entries.toSorted((left, right) => (right[3] ?? '').length - (left[3] ?? '').length)[0]?.[1];
    const [, data = ''] =
      new RegExp(`AF_initDataCallback\\(\\{key: '${key}', hash: '\\d+', data:(.*?), sideChannel: \\{\\}\\}\\);`, 'su').exec(html) ?? [];
    return JSON.parse(data);
  };
  return { details: blockOf('Ws7gDc'), clusters: blockOf('ag2B9c') };
}

function at(value: unknown, path: string): unknown {
  return path.split(',').reduce<unknown>((inner, place) => (inner as Readonly<Record<string, unknown>> | null | undefined)?.[place], value);
}
