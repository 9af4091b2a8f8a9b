import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { openTestStores } from '../../../../test/support/index.ts';
import { findApps, listKnownFresh } from './known-apps.ts';
import { markRemoved } from './store-apps.ts';
import { mergeObserved, observeApp, type ObservedApp } from './observed-app.ts';
import { storeApps } from './store-apps.ts';
import { storeRankings, type RankedList } from './store-rankings.ts';
import { storeRatings } from './store-ratings.ts';
import { storeRecommendations } from './store-recommendations.ts';

const MARKET = { platform: 'store_a', storefront: 'us' } as const;
const MONDAY = new Date('2026-11-16T10:00:00Z');
const TUESDAY = new Date('2026-11-17T10:00:00Z');
const NEXT_WEEK = new Date('2026-11-24T10:00:00Z');
const APP = '310633997';

async function openRecords(t: TestContext) {
  const { postgres, clickhouse, outbox } = await openTestStores(t);
  const read = async (text: string) => (await postgres.query<Record<string, unknown>>(text)).rows;
  const store = (apps: readonly ObservedApp[], now: Date) =>
    postgres.transaction((tx) => storeApps(tx, { outbox }, { ...MARKET, apps, now }));
  const get = async (appId = APP) => (await findApps(postgres, { ...MARKET, appIds: [appId] })).get(appId);
  const readChanges = () => read('select changed_at, field, old_value, new_value from app_changes order by changed_at, field');
  return { postgres, clickhouse, outbox, read, store, get, readChanges };
}

const page = (values: Parameters<typeof observeApp>[2]) => observeApp(APP, 'page', values);

test('what sources say is merged by field, stored with its source, and never replaced by nothing', async (t) => {
  const { store, get, readChanges } = await openRecords(t);
  const observed = mergeObserved([
    page({ title: 'Notes', subtitle: 'Write', rating: 4.7, ratingCount: 9, price: 0, screenshotUrls: ['https://a.test/1'] }),
    observeApp(APP, 'lookup', { title: 'Notes!', rating: 4.68123, ratingCount: 1_234, version: '1.2', sizeBytes: 5_000_000_000 }),
  ]);
  assert.deepEqual(await store([observed], MONDAY), { added: [APP], changed: [], untitled: [] });
  const first = await get();
  assert.deepEqual(
    [first?.title, first?.rating, first?.ratingCount, first?.isFree, first?.sizeBytes, first?.status],
    ['Notes', 4.68123, 1_234, true, 5_000_000_000, 'available'],
  );
  assert.deepEqual([first?.sources.title, first?.sources.rating, first?.sources.isFree], ['page', 'lookup', 'page']);

  await store([page({ title: 'Notes', subtitle: null, rating: null, version: '', screenshotUrls: [] })], TUESDAY);
  const second = await get();
  assert.deepEqual({ ...second, fetchedAt: 0, lastSeenAt: 0 }, { ...first, fetchedAt: 0, lastSeenAt: 0 });
  assert.deepEqual([second?.fetchedAt, second?.lastSeenAt, second?.updatedAt], [TUESDAY, TUESDAY, MONDAY]);
  assert.deepEqual(await readChanges(), []);
});

test('changes are noted once, with when and what; the same in other words is none', async (t) => {
  const { store, get, readChanges } = await openRecords(t);
  const icon = (host: string, size: string) => `https://${host}.mzstatic.com/image/thumb/v4/aa/icon.png/${size}bb.jpg`;
  await store([page({ title: 'Notes', price: 1.99, description: 'One', iconUrl: icon('is1-ssl', '512x512') })], MONDAY);
  const change = observeApp(APP, 'lookup', { title: 'Notes 2', price: 0, description: 'One.', iconUrl: icon('is4-ssl', '100x100') });
  await store([change], TUESDAY);
  await store([change], TUESDAY);
  assert.deepEqual(await readChanges(), [
    { changedAt: TUESDAY, field: 'price', oldValue: 1.99, newValue: 0 },
    { changedAt: TUESDAY, field: 'title', oldValue: 'Notes', newValue: 'Notes 2' },
  ]);
  const app = await get();
  assert.deepEqual([app?.isFree, app?.description, app?.iconUrl], [true, 'One.', icon('is1-ssl', '512x512')]);
  // Yesterday's reading that arrives late changes nothing.
  await store([page({ title: 'Notes' })], MONDAY);
  assert.equal((await get())?.title, 'Notes 2');
});

test('a line on a list does not replace a fresh reading of the app itself', async (t) => {
  const { store, get, readChanges } = await openRecords(t);
  await store([observeApp(APP, 'lookup', { title: 'Notes', rating: 4.68123 })], MONDAY);
  await store([observeApp(APP, 'list', { title: 'Notes', rating: 4.5 })], TUESDAY);
  assert.deepEqual([(await get())?.rating, (await get())?.fetchedAt], [4.68123, MONDAY]);
  await store([observeApp(APP, 'list', { title: 'Notes', rating: 4.5 })], NEXT_WEEK);
  assert.deepEqual([(await get())?.rating, (await get())?.sources.rating], [4.5, 'list']);
  assert.deepEqual(await readChanges(), []);
});

test('the same app on several shelves is one; what has no title waits; odd values are cleaned', async (t) => {
  const { store, get, read } = await openRecords(t);
  const stored = await store(
    [
      observeApp(APP, 'list', { title: 'No\0tes', rating: Number.NaN }),
      observeApp(APP, 'list', { subtitle: 'Write', rating: 4.5 }),
      observeApp('2', 'list', {}),
    ],
    MONDAY,
  );
  assert.deepEqual(stored, { added: [APP], changed: [], untitled: ['2'] });
  const app = await get();
  assert.deepEqual([app?.title, app?.subtitle, app?.rating, app?.status], ['Notes', 'Write', 4.5, 'listed']);
  assert.deepEqual(await read('select count(*) from app_rating_days'), [{ count: 0 }], 'ratings of lists are no series');
});

test('removed apps are kept and marked until their page can be read again', async (t) => {
  const { postgres, store, get, readChanges, read } = await openRecords(t);
  await store([page({ title: 'Notes', rating: 4 })], MONDAY);
  await postgres.transaction((tx) => storeRecommendations(tx, { ...MARKET, lists: [{ sourceAppId: APP, appIds: ['1'] }], now: MONDAY }));
  const mark = (now: Date) => postgres.transaction((tx) => markRemoved(tx, { ...MARKET, appIds: [APP, 'unknown'], now }));
  assert.deepEqual([await mark(TUESDAY), await mark(NEXT_WEEK)], [[APP], []]);
  assert.deepEqual([(await get())?.status, (await get())?.removedAt, (await get())?.title], ['removed', TUESDAY, 'Notes']);
  assert.deepEqual(await read('select is_active from app_recommendations'), [{ isActive: 0 }]);
  assert.deepEqual(
    [...(await listKnownFresh(postgres, { ...MARKET, appIds: [APP, 'unknown'], since: TUESDAY }))],
    [APP],
    'it need not be asked for again today',
  );
  await store([observeApp(APP, 'list', { title: 'Notes' })], NEXT_WEEK);
  assert.equal((await get())?.status, 'removed');
  await store([page({ title: 'Notes' })], NEXT_WEEK);
  assert.deepEqual([(await get())?.status, (await get())?.removedAt], ['available', null]);
  assert.deepEqual(
    (await readChanges()).map(({ oldValue, newValue }) => [oldValue, newValue]),
    [
      ['available', 'removed'],
      ['removed', 'available'],
    ],
  );
});

test('ratings are one row a day, the newest of the day', async (t) => {
  const { postgres, outbox, store, read } = await openRecords(t);
  await store([page({ title: 'Notes', rating: 4, ratingCount: 10, ratingHistogram: [1, 0, 0, 0, 9] })], MONDAY);
  const rate = (rating: number | null, now: Date) =>
    postgres.transaction((tx) =>
      storeRatings(tx, { outbox }, { ...MARKET, now, ratings: [APP, 'unknown'].map((appId) => ({ appId, rating, ratingCount: 11 })) }),
    );
  await rate(null, MONDAY);
  await rate(4.1, TUESDAY);
  assert.deepEqual(await read('select app_id, day, rating, rating_count, rating_histogram from app_rating_days order by day'), [
    { appId: APP, day: '2026-11-16', rating: 4, ratingCount: 11, ratingHistogram: [1, 0, 0, 0, 9] },
    { appId: APP, day: '2026-11-17', rating: 4.1, ratingCount: 11, ratingHistogram: null },
  ]);
});

test('recommendations are counted when seen again, and inactive when no longer listed', async (t) => {
  const { postgres, read } = await openRecords(t);
  const store = (appIds: readonly string[], now: Date) =>
    postgres.transaction((tx) => storeRecommendations(tx, { ...MARKET, lists: [{ sourceAppId: APP, appIds }], now }));
  assert.equal(await store(['1', '2', '1', APP, '3'], MONDAY), 3);
  await store(['1', '2', '3'], MONDAY);
  await store(['3', '1'], TUESDAY);
  const rows = await read(
    'select recommended_app_id as id, position, times_seen, is_active, first_seen, last_seen from app_recommendations order by 1',
  );
  assert.deepEqual(rows, [
    { id: '1', position: 2, timesSeen: 2, isActive: 1, firstSeen: MONDAY, lastSeen: TUESDAY },
    { id: '2', position: 2, timesSeen: 1, isActive: 0, firstSeen: MONDAY, lastSeen: MONDAY },
    { id: '3', position: 1, timesSeen: 2, isActive: 1, firstSeen: MONDAY, lastSeen: TUESDAY },
  ]);
});

const dailyRanks = {
  name: 'test-daily-ranks',
  sql: `select app_id, category_id, chart, device, rank, toDate(captured_at) as day from app_analytics
    where category_id = {category_id:String} order by captured_at, rank`,
  params: z.object({ category_id: z.string() }),
  row: z.object({ app_id: z.string(), category_id: z.string(), chart: z.string(), device: z.string(), rank: z.number(), day: z.string() }),
};

test('positions are one row a week, and every reading is a row of its day', async (t) => {
  const { postgres, clickhouse, outbox, read } = await openRecords(t);
  const list = (...ranks: [string, number][]): RankedList => ({
    categoryId: 'week-and-day',
    chart: 'top-free',
    device: 'phone',
    categoryType: 'chart',
    categorySection: 'apps',
    parentCategoryId: '36',
    ranks: ranks.map(([appId, rank]) => ({ appId, rank })),
  });
  const store = (lists: readonly RankedList[], now: Date) =>
    postgres.transaction((tx) => storeRankings(tx, { outbox }, { ...MARKET, lists, now }));
  assert.equal(await store([list(['a', 1], ['b', 2], ['a', 3])], MONDAY), 2);
  await store([list(['b', 1], ['c', 2])], TUESDAY);
  await store([list(['c', 1])], NEXT_WEEK);
  await outbox.flush();
  const weeks = await read('select app_id, app_rank, year_week from app_category_rankings order by year_week, app_id');
  assert.deepEqual(
    weeks.map(({ appId, appRank, yearWeek }) => [yearWeek, appId, appRank]),
    [
      ['202647', 'a', 1],
      ['202647', 'b', 1],
      ['202647', 'c', 2],
      ['202648', 'c', 1],
    ],
  );
  const days = await clickhouse.query(dailyRanks, { category_id: 'week-and-day' });
  assert.deepEqual(
    days.map(({ day, app_id, rank }) => [day, app_id, rank]),
    [
      ['2026-11-16', 'a', 1],
      ['2026-11-16', 'b', 2],
      ['2026-11-17', 'b', 1],
      ['2026-11-17', 'c', 2],
      ['2026-11-24', 'c', 1],
    ],
  );
});

test('two writers of the same apps at once both end, and every app is there once', async (t) => {
  const { store, read } = await openRecords(t);
  const ids = Array.from({ length: 50 }, (_, at) => String(at));
  const observe = (order: readonly string[]) => order.map((id) => observeApp(id, 'list', { title: `App ${id}` }));
  await Promise.all([store(observe(ids), MONDAY), store(observe(ids.toReversed()), TUESDAY), store(observe(ids), TUESDAY)]);
  assert.deepEqual(await read('select count(*) from apps'), [{ count: 50 }]);
});
