import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { OutsideError } from '#kernel/errors.ts';
import { NEEDS_EXAMPLES, readAppExample } from '../../../../test/support/vendor-contract.ts';
import { readQueuedAppData } from './answers.ts';
import type { AppDataRequest } from '#providers/search-data/app-data.ts';
import { estimateAppDataUsd, findAppProblem, toAppTask } from './operations.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const US = { store: 'store_b', storefront: 'us' } as const;
const INFO: AppDataRequest = { ...US, kind: 'app_info', appId: 'com.one' };
const CHART: AppDataRequest = { ...US, kind: 'app_list', chart: 'topselling_free', categoryId: 'GAME_ACTION', depth: 100 };
const SEARCH: AppDataRequest = { ...US, kind: 'app_searches', keyword: 'panda', depth: 30 };
const REVIEWS: AppDataRequest = { ...US, kind: 'app_reviews', appId: 'com.one', depth: 150 };

const ITEM = { app_id: 'com.one', rank_absolute: 1, title: 'One' };
const REVIEW = { id: 'r1', rating: { value: 4 }, timestamp: '2026-11-01 02:03:04 +00:00', review_text: 'Good' };

function pack(result: object | null, code = 20_000): Buffer {
  const task = {
    id: 't1',
    status_code: code,
    status_message: 'Why.',
    cost: 0,
    data: { tag: 'a' },
    result: result === null ? null : [result],
  };
  return Buffer.from(JSON.stringify({ status_code: 20_000, status_message: 'Ok.', cost: 0, tasks: [task] }));
}

const read = async (request: AppDataRequest, body: Buffer) => (await readQueuedAppData(body, request, NOW)).answer;
const isDamaged = (error: unknown): boolean => error instanceof OutsideError && error.kind === 'parse';

test('answers in the documented shape are read whole', NEEDS_EXAMPLES, async () => {
  const info = await read({ ...INFO, appId: 'com.mojang.minecraftpe' }, readAppExample('provider-google-app-info-postback.synthetic'));
  assert.ok(info.kind === 'app_info' && info.app !== null);
  const { rating, ratingCount, reviewsCount, price, currency, isFree, installs, version, releasedAt, similar, websiteUrl } = info.app;
  assert.deepEqual(
    { rating, ratingCount, reviewsCount, price, currency, isFree, installs, version, websiteUrl },
    {
      rating: 4.3,
      ratingCount: 5_715_302,
      reviewsCount: 454_336,
      price: 6.99,
      currency: 'USD',
      isFree: false,
      installs: 91_130_079,
      // "Varies with device"
      version: null,
      websiteUrl: 'https://help.minecraft.net',
    },
  );
  assert.deepEqual([releasedAt?.toISOString(), similar.length], ['2011-08-15T00:00:00.000Z', 3]);
  assert.equal(info.readAt.toISOString(), '2026-09-11T21:39:22.000Z');
  const chart = await read(CHART, gzipSync(readAppExample('provider-google-app-list-postback.synthetic')));
  assert.deepEqual(chart.kind === 'app_list' && chart.apps.map((app) => [app.rank, app.appId, app.ratingCount]), [
    [1, 'com.oakever.meowdoku', null],
    [2, 'com.moonactive.holestars', null],
    [3, 'com.roblox.client', null],
  ]);
  const found = await read(SEARCH, readAppExample('provider-google-app-searches-postback.synthetic'));
  assert.deepEqual(found.kind === 'app_searches' && found.apps.map((app) => app.title), ['Panda Sample']);
  const gone = await read({ ...INFO, appId: 'com.example.gone' }, readAppExample('provider-app-data-error.synthetic'));
  assert.deepEqual(gone.kind === 'app_info' && gone.app, null);
});

test('"nothing there" is an answer of each kind', async () => {
  const nothing = pack(null, 40_102);
  const kinds = [INFO, CHART, SEARCH, REVIEWS];
  const answers = await Promise.all(kinds.map((request) => read(request, nothing)));
  assert.deepEqual(
    answers.map(({ readAt: _at, ...answer }) => answer),
    [
      { kind: 'app_info', app: null },
      { kind: 'app_list', apps: [] },
      { kind: 'app_searches', apps: [] },
      { kind: 'app_reviews', reviews: [], rating: null, ratingCount: null },
    ],
  );
  const unreviewed = await read(REVIEWS, pack({ items_count: 0, items: null }));
  assert.deepEqual(unreviewed.kind === 'app_reviews' && unreviewed.reviews, []);
});

test('what lacks what every answer has is damaged, never empty', async () => {
  const damaged: readonly (readonly [AppDataRequest, object | null])[] = [
    [INFO, null],
    [INFO, { items: [] }],
    [INFO, { items: [{ ...ITEM, title: null }] }],
    [INFO, { items: [{ ...ITEM, app_id: 'com.other' }] }],
    [INFO, { app_id: 'com.other', items: [ITEM] }],
    [INFO, { location_code: 2276, items: [ITEM] }],
    [CHART, { items: [] }],
    [CHART, { items: null, items_count: 0 }],
    [CHART, { items: [{ title: 'no id' }, { ...ITEM, rank_absolute: null }] }],
    [SEARCH, { apps: [ITEM] }],
    [REVIEWS, { items: [] }],
    [
      REVIEWS,
      {
        items: [
          { ...REVIEW, rating: { value: 4.5 } },
          { ...REVIEW, timestamp: 'yesterday' },
        ],
      },
    ],
  ];
  for (const [request, result] of damaged) await assert.rejects(read(request, pack(result)), isDamaged, JSON.stringify(result));
  await assert.rejects(read(INFO, Buffer.from('<html>')), isDamaged);
});

test('single rows that cannot be read are left out, and what is not said is null', async () => {
  const rows = Array.from({ length: 20 }, (_none, at) => ({ ...ITEM, app_id: `com.app${at}`, rank_absolute: at + 1 }));
  const chart = await read(CHART, pack({ items: [...rows, { rank_absolute: 21 }] }));
  assert.equal(chart.kind === 'app_list' && chart.apps.length, 20);
  const info = await read(INFO, pack({ items: [{ ...ITEM, size: '24.5 MB', rating: { value: 0, votes_count: 0 }, version: '1.2\0' }] }));
  assert.ok(info.kind === 'app_info');
  const { sizeBytes, rating, ratingCount, version, isFree, price, screenshotUrls } = info.app ?? {};
  assert.deepEqual(
    { sizeBytes, rating, ratingCount, version, isFree, price, screenshotUrls },
    { sizeBytes: 24_500_000, rating: null, ratingCount: 0, version: '1.2', isFree: null, price: null, screenshotUrls: [] },
  );
});

test('questions are put in the words of the provider', () => {
  assert.deepEqual(toAppTask(CHART, 'a'), {
    app_collection: 'topselling_free',
    app_category: 'game_action',
    depth: 100,
    location_code: 2840,
    language_code: 'en',
    tag: 'a',
  });
  const apple = { store: 'store_a', storefront: 'DE', languageCode: 'de' } as const;
  assert.deepEqual(toAppTask({ ...apple, kind: 'app_list', chart: 'top-free', categoryId: '7001', depth: 5_000 }, 'a'), {
    app_collection: 'top_free_ios',
    app_category: 'games_action',
    depth: 1_000,
    location_code: 2276,
    language_code: 'de',
    tag: 'a',
  });
  assert.equal('app_category' in toAppTask({ ...CHART, categoryId: 'APPLICATION' }, 'a'), false);
  assert.ok(findAppProblem({ ...INFO, storefront: 'xx' }));
  assert.ok(findAppProblem({ ...apple, kind: 'app_list', chart: 'top-free', categoryId: '9999', depth: 10 }));
  assert.equal(findAppProblem(CHART), undefined);
});

interface Family {
  readonly standard: number;
}

test('reserves the documented prices', () => {
  const { prices } = JSON.parse(readFileSync('test/fixtures/dataforseo/prices.json', 'utf8')) as { prices: Record<string, Family> };
  const blocks = { app_info: 1, app_list: 100, app_searches: 30, app_reviews: 150 } as const;
  for (const request of [INFO, CHART, SEARCH, REVIEWS]) {
    const price = prices[`${request.kind}_google`]?.standard;
    assert.equal(estimateAppDataUsd({ ...request, depth: blocks[request.kind] } as AppDataRequest), price, request.kind);
    const double = { ...request, depth: blocks[request.kind] + 1 } as AppDataRequest;
    assert.equal(estimateAppDataUsd(double), request.kind === 'app_info' ? price : 2 * (price ?? 0), request.kind);
    assert.ok(estimateAppDataUsd({ ...request, store: 'store_a' }) >= (prices[`${request.kind}_apple`]?.standard ?? 1), request.kind);
  }
});
