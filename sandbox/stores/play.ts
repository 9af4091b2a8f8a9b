import { htmlReply, type Reply } from '../reply.ts';
import { isInStore, isSold, type StoreApp } from '../world/apps/store-app.ts';
import { findCategory } from '../world/apps/store-categories.ts';
import { playImageUrl } from './artwork.ts';
import { makeClusters, makeDetails, PLAY } from './play-data.ts';
import type { StoreCall } from './store-call.ts';
import type { StoreFault } from './store-faults.ts';
import { stateOf, type StoreView } from './view.ts';

/** Fields that the request of the whole details names; the other block of that id has the rating only. */
const DETAIL_FIELDS = [
  1, 9, 10, 11, 13, 14, 19, 20, 38, 43, 47, 49, 52, 58, 59, 63, 69, 70, 73, 74, 75, 78, 79, 80, 91, 92, 95, 96, 97, 100,
];
/** At which of the details each stands, below `[1, 2]`. */
const MISSING_FIELDS = ['0', '51', '72'];

/** The website of `store_b`: the page of an app. */
export function answerPlay(call: StoreCall): Reply {
  const { apps, day, path, query, fault } = call;
  const storefront = call.findStorefront(query['gl'] ?? 'us');
  const app = path === '/store/apps/details' ? apps.find('store_b', query['id'] ?? '') : undefined;
  if (app === undefined || storefront === undefined || !isInStore(app, day) || !isSold(app, storefront.country))
    return htmlReply(404, NOT_FOUND);
  return htmlReply(200, writePage({ apps, day, storefront, device: 'iphone' }, app, fault));
}

const NOT_FOUND =
  "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Not Found</title><p>We're sorry, the requested URL was not found on this server.</html>";

interface Block {
  readonly key: string;
  readonly requestId: string;
  readonly request: unknown;
  readonly data: unknown;
}

function writePage(view: StoreView, app: StoreApp, fault: StoreFault | undefined): string {
  const { title } = stateOf(view, app);
  const blocks = listBlocks(view, app, fault);
  const table = blocks.map(({ key, requestId, request }) => `'${key}' : {id:'${requestId}',request:${JSON.stringify(request)}}`);
  const scripts = blocks.map(
    ({ key, data }, at) =>
      `<script>AF_initDataCallback({key: '${key}', hash: '${at + 1}', data:${toScript(data)}, sideChannel: {}});</script>`,
  );
  const address = `${PLAY}/store/apps/details?id=${app.appId}&amp;hl=en`;
  return `<!doctype html><html ><head><meta charset="utf-8"><title id="main-title">${toText(title)} - Apps on Google Play</title><link rel="canonical" href="${address}"><meta property="og:url" content="${address}"><meta property="og:title" content="${toText(title)} - Apps on Google Play"></head><body>
<script>var AF_initDataKeys = []; var AF_dataServiceRequests = {${table.join(',')}}; var AF_initDataChunkQueue = [];</script>
<script type="application/ld+json">${toScript(makeStructuredData(view, app))}</script>
${fault === 'no_data_block' ? '' : scripts.join('\n')}
</body></html>
`;
}

/** The numbers of the blocks depend on the app, as they move on the real page from time to time. */
function listBlocks(view: StoreView, app: StoreApp, fault: StoreFault | undefined): Block[] {
  const first = 4 + (app.hash % 3);
  const subject = [[app.appId, 7]];
  const details = makeDetails(view, app);
  const { ratingCount, rating } = stateOf(view, app);
  const shortRating = [null, [null, null, [{ '52': [[rating?.toFixed(1), rating], null, [String(ratingCount), ratingCount]] }]]];
  const detailsId = fault === 'renamed_fields' ? 'Xs8hEd' : 'Ws7gDc';
  return [
    { key: 'ds:0', requestId: 'T6C6Se', request: [], data: [null, 'en'] },
    {
      key: `ds:${first}`,
      requestId: detailsId,
      request: [null, null, [DETAIL_FIELDS], [[[1, null, 1]]], null, subject],
      data: spoil(details, fault),
    },
    {
      key: `ds:${first + 3}`,
      requestId: 'ag2B9c',
      request: [[null, [app.appId, 7], null, [[3, [6]], null, null, [1, 8]]], [1]],
      data: makeClusters(view, app),
    },
    { key: `ds:${first + 4}`, requestId: detailsId, request: [null, null, [[52]], [[null, [2]]], null, subject], data: shortRating },
  ];
}

function spoil(details: readonly unknown[], fault: StoreFault | undefined): unknown {
  const [none, outer] = details as [null, unknown[]];
  const fields = outer[2] as unknown[];
  const without = fault === 'missing_fields' ? MISSING_FIELDS : fault === 'no_rating' ? ['51'] : [];
  return [
    none,
    outer.with(
      2,
      fields.map((value, at) => (without.includes(String(at)) ? null : value)),
    ),
  ];
}

function makeStructuredData(view: StoreView, app: StoreApp): object {
  const { title, subtitle, iconKey, contentRating, rating, ratingCount, price } = stateOf(view, app);
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: title,
    url: `${PLAY}/store/apps/details?id=${app.appId}&hl=en`,
    description: subtitle,
    operatingSystem: 'ANDROID',
    applicationCategory: findCategory('store_b', app.categoryId)?.id,
    image: playImageUrl(iconKey, app),
    contentRating,
    author: { '@type': 'Person', name: app.developer.name, ...(app.developer.website === null ? {} : { url: app.developer.website }) },
    ...(rating === null
      ? {}
      : { aggregateRating: { '@type': 'AggregateRating', ratingValue: String(rating), ratingCount: String(ratingCount) } }),
    offers: [
      { '@type': 'Offer', price: String(price), priceCurrency: view.storefront.currency, availability: 'https://schema.org/InStock' },
    ],
  };
}

function toScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function toText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
