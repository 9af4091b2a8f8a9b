import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { startSandboxClient, type SandboxClient } from '../../../../test/support/sandbox-client.ts';
import type { StoreProduct } from '../types.ts';
import { parseProductPage } from './product-page.ts';

/** What every page has: where it stands in the data or in the structured data, and how it is called when it is missing. */
const REQUIRED: readonly { readonly path: string; readonly name: string }[] = [
  { path: 'data.title', name: 'title' },
  { path: 'data.lockup.developerName', name: 'lockup.developerName' },
  { path: 'data.lockup.icon', name: 'lockup.icon' },
  { path: 'data.lockup.icon.template', name: 'lockup.icon' },
  { path: 'data.lockup.offerDisplayProperties', name: 'lockup.offerDisplayProperties.isFree' },
  { path: 'data.lockup.buttonAction.purchaseConfiguration.buyParams', name: 'lockup.buyParams.price' },
  { path: 'data.shelfMapping.description', name: 'shelfMapping.description' },
  { path: 'data.shelfMapping.description.items.0.paragraph.text', name: 'shelfMapping.description' },
  { path: 'data.shelfMapping.productRatings.items.0.ratingAverage', name: 'productRatings.ratingAverage' },
  { path: 'data.shelfMapping.productRatings.items.0.ratingCounts', name: 'productRatings.ratingCounts' },
  { path: 'data.shelfMapping.productRatings.items.0.totalNumberOfRatings', name: 'productRatings.totalNumberOfRatings' },
  { path: 'data.shelfMapping.mostRecentVersion.items.0.primarySubtitle', name: 'shelfMapping.mostRecentVersion' },
  { path: 'data.shelfMapping.mostRecentVersion.items.0.secondarySubtitle', name: 'shelfMapping.mostRecentVersion.date' },
  { path: 'data.shelfMapping.product_media_phone_', name: 'shelfMapping.product_media_phone_' },
  { path: 'data.shelfMapping.product_media_phone_.items', name: 'shelfMapping.product_media_phone_' },
  { path: 'data.shelfMapping.similarItems.items', name: 'shelfMapping.similarItems' },
  { path: 'intent.id', name: 'intent.id' },
  { path: 'software-application.offers.price', name: 'offers.price' },
  { path: 'software-application.offers.priceCurrency', name: 'offers.priceCurrency' },
  { path: 'schema:breadcrumb-list.itemListElement', name: 'breadcrumbs.category' },
];

const SCRIPT = /(<script[^>]*\bid="([^"]+)"[^>]*>)([\s\S]*?)<\/script>/gu;

type Holder = Record<string, unknown>;

/** The page with one field removed, or called something else. */
function spoil(html: string, path: string, isRenamed: boolean): string {
  const [first = '', ...rest] = path.split('.');
  let isDone = false;
  const spoiled = html.replace(SCRIPT, (whole, opening: string, id: string, block: string) => {
    const isData = id === 'serialized-server-data';
    if (isData ? first !== 'data' && first !== 'intent' : id !== first) return whole;
    const parsed = JSON.parse(block) as { data: Holder[] };
    const steps = isData ? [first, ...rest] : rest;
    const name = steps.at(-1) ?? '';
    const holder = steps.slice(0, -1).reduce((at, step) => at[step] as Holder, isData ? (parsed.data[0] as Holder) : (parsed as Holder));
    assert.ok(name in holder, path);
    if (isRenamed) holder[`${name}V2`] = holder[name];
    delete holder[name];
    isDone = true;
    return `${opening}${JSON.stringify(parsed).replaceAll('</', '<\\/')}</script>`;
  });
  assert.ok(isDone, path);
  return spoiled;
}

suite('the page of an app without one of its fields', () => {
  let client: SandboxClient;
  let html: string;
  let appId: string;

  const parse = (page: string): StoreProduct => parseProductPage(page, { appId, storefront: 'us', device: 'iphone' });
  const get = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(client.sandbox.url);
      request({ hostname, port, path, headers: { host: 'apps.apple.com' } }, (answer) => {
        const { location } = answer.headers;
        resolve(location === undefined ? text(answer) : get(new URL(location).pathname));
      })
        .on('error', reject)
        .end();
    });

  before(async () => {
    client = await startSandboxClient();
    // One that is sold: a free one has no price to miss.
    const chart = '/_sandbox/truth/chart?platform=store_a&category_id=36&collection=paid&limit=1';
    const { ranks } = (await client.control<{ ranks: { app_id: string }[] }>(chart)).body;
    appId = ranks[0]?.app_id ?? '';
    html = await get(`/us/app/id${appId}`);
  });
  after(() => client.sandbox.close());

  for (const { path, name } of REQUIRED)
    for (const isRenamed of [false, true])
      test(`${path} is ${isRenamed ? 'renamed' : 'missing'}`, () => {
        const good = parse(html);
        assert.deepEqual(good.missing, []);
        const page = parse(spoil(html, path, isRenamed));
        assert.deepEqual(page.missing, [name]);
        for (const [field, value] of Object.entries(page))
          if (field !== 'missing' && value !== undefined) assert.deepEqual(value, good[field as keyof StoreProduct], field);
      });

  test('a shelf of similar apps that moved is found by what it is counted as, else missed', () => {
    const good = parse(html);
    const moved = spoil(html, 'data.shelfMapping.similarItems', true);
    assert.deepEqual(parse(moved), good);
    const unmarked = parse(moved.replaceAll('customers-also-bought-apps', 'others'));
    assert.deepEqual([unmarked.missing, unmarked.similar], [['shelfMapping.similarItems'], undefined]);
  });

  test('similar apps that are loaded later are not known; that there are none is believed of a whole page only', async () => {
    const read = async (kind: string): Promise<string> => {
      await client.control('/_sandbox/faults', { match: '/us/app/', kind });
      return await get(`/us/app/id${appId}`).finally(() => client.control('/_sandbox/faults', {}));
    };
    const later = parse(await read('deferred_shelf'));
    assert.deepEqual([later.similar, later.missing], [undefined, []]);
    const none = await read('no_similar');
    assert.deepEqual(parse(none).similar, []);
    assert.equal(parse(spoil(none, 'data.lockup.developerName', false)).similar, undefined);
  });

  test('an app that nothing is similar to, of which no one wrote and that does not run on the device, lacks nothing', () => {
    let page = html;
    for (const shelf of ['similarItems', 'similarItemsDownloading', 'allProductReviews'])
      if (page.includes(`"${shelf}":`)) page = spoil(page, `data.shelfMapping.${shelf}`, false);
    assert.deepEqual(parse(page).missing, []);
    const other = parse(
      spoil(
        page
          .replaceAll('"appPlatforms":["phone","pad"]', '"appPlatforms":["pad"]')
          .replaceAll('"appPlatforms":["phone"]', '"appPlatforms":["pad"]'),
        'data.shelfMapping.product_media_phone_',
        false,
      ),
    );
    assert.deepEqual([other.missing, other.screenshotUrls, other.similar, other.reviews], [[], undefined, [], undefined]);
  });
});
