import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addDays, listDays } from '#kernel/days.ts';
import { listRankSeries, type ObservedCategory } from '../../src/areas/apps/catalogue/index.ts';
import { toIconKey } from '../../src/areas/apps/icons/icon.ts';
import { mergeObserved, observeApp, storeRankings, type Market } from '../../src/areas/apps/records/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { makeAppWriter, makeList, toInstant } from '../support/app-rows.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused } from '../support/bad-input.ts';

const A: Market = { platform: 'store_a', storefront: 'us' };
const B: Market = { platform: 'store_b', storefront: 'us' };
const NOTES = '310633997';
const TASKS = '284882215';
const PACKAGE = 'com.example.notes';
const TODAY = new Date().toISOString().slice(0, 10);
const ago = (days: number): string => addDays(TODAY, -days);

async function startCatalogue(t: TestContext) {
  const { api, stores, withKey } = await startAreaServer(t);
  return { api, stores, withKey, write: makeAppWriter(stores) };
}

async function read(api: ApiClient, path: string): Promise<any> {
  const { status, body } = await api.get(path);
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

test('an app is read with its values, changes and ratings, on both stores', async (t) => {
  const { api, stores, write } = await startCatalogue(t);
  const first = mergeObserved([
    observeApp(NOTES, 'page', { title: 'Notes', subtitle: 'Write', price: 1.99, iconUrl: 'https://a.test/1.png', primaryCategory: '6007' }),
    observeApp(NOTES, 'lookup', {
      rating: 4.5,
      ratingCount: 100,
      version: '1.0',
      releaseDate: toInstant('2020-01-01'),
      sizeBytes: 5_000_000_000,
    }),
  ]);
  await write.apps(A, [first], ago(8));
  await write.apps(A, [observeApp(NOTES, 'page', { title: 'Notes+', price: 0, rating: 4.4, ratingCount: 90 })], ago(2));
  await write.apps(B, [observeApp(PACKAGE, 'provider', { title: 'Notes', installs: 1_000, primaryCategory: 'PRODUCTIVITY' })], ago(2));
  await write.apps({ ...A, storefront: 'de' }, [observeApp(NOTES, 'page', { title: 'Notizen' })], ago(2));

  const app = await read(api, `/api/apps/${NOTES}?platform=store_a`);
  assert.deepEqual(
    [app.id, app.app_id, app.title, app.price, app.is_free, app.category, app.size_bytes, app.status],
    [NOTES, NOTES, 'Notes+', 0, true, 'Productivity', 5_000_000_000, 'available'],
  );
  assert.deepEqual([app.rating, app.rating_count], [4.5, 100], 'the lookup service wins while its answer is fresh');
  assert.deepEqual([app.created_at, app.release_date], [toInstant(ago(8)).getTime(), '2020-01-01T10:00:00.000Z']);
  assert.equal(app.icon_url, 'https://a.test/1.png', "the store's own while no copy is stored");
  assert.equal(app.url, `https://apps.apple.com/us/app/id${NOTES}`);
  assert.deepEqual(app.changes, [
    { changed_at: toInstant(ago(2)).toISOString(), field: 'price', old_value: 1.99, new_value: 0 },
    { changed_at: toInstant(ago(2)).toISOString(), field: 'title', old_value: 'Notes', new_value: 'Notes+' },
  ]);
  assert.deepEqual(
    app.ratings.map(({ date, rating_count }: { date: string; rating_count: number }) => [date, rating_count]),
    [
      [ago(8), 100],
      [ago(2), 90],
    ],
  );
  assert.deepEqual((await read(api, `/api/apps/${NOTES}?end_date=${ago(5)}`)).changes, []);
  assert.equal((await read(api, `/api/apps/${NOTES}?country=DE`)).title, 'Notizen');
  assert.equal((await read(api, `/api/apps/${PACKAGE}`)).category, 'Productivity');

  const { apps, pagination } = await read(api, '/api/apps?limit=1');
  assert.deepEqual([apps[0].app_id, pagination.total, pagination.has_more], [NOTES, 2, true]);
  assert.deepEqual((await read(api, '/api/apps?search=NOTES%2B')).count, 1);

  const iconKey = toIconKey({ platform: 'store_a', appId: NOTES, iconUrl: 'https://a.test/1.png' });
  await stores.postgres.query('update apps set icon_key = $1 where app_id = $2', [iconKey, NOTES]);
  assert.match((await read(api, `/api/apps/${NOTES}`)).icon_url, /^\/api\/public\/app-icons\/store_a_310633997\?v=/u);

  await write.remove(A, NOTES, ago(1));
  const removed = await read(api, `/api/apps/${NOTES}`);
  assert.deepEqual([removed.status, removed.title, removed.changes[0].field], ['removed', 'Notes+', 'status']);
  await stores.outbox.flush();
});

test('a year of daily places is read as it was stored, by week, by day and for many apps at once', async (t) => {
  const { api, stores, write } = await startCatalogue(t);
  await write.apps(A, [observeApp(NOTES, 'page', { title: 'Notes', rating: 4 }), observeApp(TASKS, 'list', { title: 'Tasks' })], ago(0));
  const days = listDays(ago(364), TODAY);
  const placeOf = (index: number): number => 1 + ((index * 7) % 50);
  for (const [index, day] of days.entries()) {
    const ranks = [
      { appId: NOTES, rank: placeOf(index) },
      { appId: TASKS, rank: 51 + placeOf(index) },
    ];
    await write.ranks(A, [makeList('6007', [], { ranks })], day);
  }
  // A second reading of the last day replaces the first.
  await stores.postgres.transaction((tx) =>
    storeRankings(tx, stores, {
      ...A,
      lists: [makeList('6007', [], { ranks: [{ appId: NOTES, rank: 3 }] })],
      now: new Date(`${TODAY}T11:00:00Z`),
    }),
  );
  await stores.outbox.flush();
  const expected = days.map((_, index) => (index === 364 ? 3 : placeOf(index)));

  const daily = await read(api, `/api/apps/${NOTES}/rankings?granularity=day&days=365&limit=500`);
  assert.deepEqual(
    daily.rankings.map((row: any) => [row.date, row.rank]),
    days.map((day, index) => [day, expected[index]]).toReversed(),
  );
  const [newest, before] = daily.rankings;
  assert.deepEqual([newest.previous_rank, newest.change], [before.rank, before.rank - 3]);
  assert.deepEqual([newest.category_name, newest.category_type, newest.parent_category_id], ['Productivity', 'chart', '36']);

  const series = await listRankSeries(stores.clickhouse, { ...A, appIds: [NOTES, TASKS], from: ago(364), to: TODAY });
  const notes = series.find(({ appId }) => appId === NOTES);
  assert.equal(series.length, 2);
  assert.deepEqual(notes?.ranks, expected);
  assert.equal(new Date((notes?.days[0] ?? 0) * 86_400_000).toISOString().slice(0, 10), ago(364));

  const weekly = await read(api, `/api/apps/${NOTES}/rankings?days=365&limit=500&chart=top-free&device=iphone`);
  assert.ok(weekly.total >= 52 && weekly.total <= 54);
  assert.deepEqual([weekly.rankings[0].rank, weekly.rankings[0].is_current, weekly.rankings[1].is_current], [3, true, false]);
  assert.equal(weekly.rankings[0].previous_rank, weekly.rankings[1].rank);

  const csv: string = await read(api, `/api/apps/${NOTES}/rankings.csv?granularity=day&days=365`);
  const lines = csv.trimEnd().split('\r\n');
  assert.equal(lines.length, 366);
  assert.equal(lines[1], `${TODAY},${newest.year_week},6007,Productivity,top-free,phone,3,${newest.previous_rank},${newest.change},0`);

  const stats = await read(api, `/api/apps/${NOTES}/stats?days=365`);
  assert.deepEqual([stats.best_rank, stats.best_rank_in_range, stats.categories_ranked], [3, Math.min(...expected), 1]);
  assert.equal(stats.history.length, 365);
  assert.deepEqual(stats.history.at(-1), { date: TODAY, rating: 4, rating_count: null, rating_histogram: null, cost_usd: 0, best_rank: 3 });
  assert.equal((await read(api, `/api/apps/${TASKS}/stats`)).best_rank, null, 'it left the chart with the newest reading');
});

test('top apps are the newest reading of a list, of a section or of all its charts', async (t) => {
  const { api, write } = await startCatalogue(t);
  await write.apps(
    A,
    [observeApp(NOTES, 'list', { title: 'Notes', ratingCount: 5 }), observeApp(TASKS, 'list', { title: 'Tasks' })],
    ago(9),
  );
  await write.ranks(A, [makeList('6007', [NOTES, TASKS, 'x1']), makeList('6007', [TASKS], { chart: 'top-paid' })], ago(9));
  await write.ranks(A, [makeList('6007', ['x1', NOTES])], ago(1));
  await write.ranks(A, [makeList('6005', [TASKS])], ago(1));
  const idsOf = ({ apps }: any): string[] => apps.map((app: any) => app.app_id);

  const newest = await read(api, '/api/top-apps?platform=store_a&category_id=6007');
  assert.deepEqual([idsOf(newest), newest.apps[0].title, newest.apps[1].title], [['x1', NOTES], null, 'Notes']);
  assert.deepEqual(idsOf(await read(api, '/api/top-apps?platform=store_a&category_id=6007&chart=top-paid')), [TASKS]);
  assert.deepEqual(
    newest.apps.map((app: any) => [app.previous_rank, app.change]),
    [
      [3, 2],
      [1, -1],
    ],
  );
  const csv: string = await read(api, '/api/top-apps.csv?platform=store_a&category_id=6007');
  assert.match(csv.split('\r\n')[2] ?? '', /^2,2,1,-1,310633997,Notes,,,5,,,6007,Productivity,/u);
  const week = newest.apps[0].year_week;
  assert.deepEqual(idsOf(await read(api, `/api/top-apps?platform=store_a&category_id=6007&year_week=${week}`)), ['x1', NOTES]);
  const together = await read(api, '/api/top-apps?platform=store_a&content_type=apps');
  assert.deepEqual([together.category_id, idsOf(together)], [null, [TASKS, 'x1', NOTES]]);
  assert.deepEqual(
    together.apps.map((app: any) => [app.rank, app.app_rank]),
    [
      [1, 1],
      [2, 1],
      [3, 2],
    ],
  );
  await write.ranks(A, [makeList('36', ['x2', TASKS])], ago(1));
  const root = await read(api, '/api/top-apps?platform=store_a');
  assert.deepEqual([root.category_id, idsOf(root), root.total], ['36', ['x2', TASKS], 2]);
  assert.deepEqual(idsOf(await read(api, '/api/top-apps?platform=store_a&section=games')), []);
  assert.deepEqual(idsOf(await read(api, '/api/top-apps?platform=store_b')), []);
});

test('recommendations and all places of an app', async (t) => {
  const { api, write } = await startCatalogue(t);
  await write.apps(A, [observeApp(NOTES, 'page', { title: 'Notes' }), observeApp(TASKS, 'list', { title: 'Tasks' })], ago(9));
  await write.similar(A, NOTES, [TASKS, '5001'], ago(9));
  await write.similar(A, NOTES, ['5002', TASKS], ago(1));
  await write.ranks(A, [makeList('6007', [TASKS])], ago(1));

  const shelf = await read(api, `/api/apps/${NOTES}/recommendations`);
  assert.deepEqual(
    shelf.recommendations.map((row: any) => [row.recommended_app_id, row.position, row.times_seen, row.is_active, row.title]),
    [
      ['5002', 1, 1, 1, null],
      [TASKS, 2, 2, 1, 'Tasks'],
      ['5001', 2, 1, 0, null],
    ],
  );
  assert.equal((await read(api, `/api/apps/${NOTES}/recommendations?active_only=true`)).total, 2);

  const all = await read(api, `/api/app-store/apps/${TASKS}/all-rankings?platform=store_a`);
  assert.deepEqual(
    all.rankings.map((row: any) => [row.type, row.rank, row.category_id, row.source_app_id, row.source_title]),
    [
      ['category', 1, '6007', null, null],
      ['recommendation', 2, null, NOTES, 'Notes'],
    ],
  );
  assert.deepEqual([all.category_rankings[0].category_name, all.recommendation_rankings[0].title], ['Productivity', 'Notes']);
});

test('the tree of categories is what pages named and what the product knows itself', async (t) => {
  const { api, write } = await startCatalogue(t);
  const hub = (name: string): ObservedCategory => ({
    id: '25100',
    name,
    categoryType: 'grouping',
    categorySection: 'apps',
    parentCategoryId: 'page:apps',
  });
  const room: ObservedCategory = { ...hub('Room'), id: '9001', categoryType: 'room', parentCategoryId: '25100' };
  const before = await read(api, '/api/app-store/categories?platform=store_a&limit=1000');
  assert.deepEqual([before.total, before.categories[0].first_seen_at], [46, null]);

  await write.sync(A, [hub('Learn'), room, room], ago(3));
  await write.sync(A, [hub('Learn more')], ago(0));
  await write.ranks(A, [makeList('25100', [NOTES, TASKS], { chart: 'grouping', categoryType: 'grouping' })], ago(0));
  await write.scraped(A, ['25100', '6007'], ago(0));
  await write.scraped({ ...A, storefront: 'de' }, ['6007'], ago(0));

  const children = await read(api, '/api/app-store/child-categories?platform=store_a&parent_id=25100');
  assert.deepEqual(
    children.categories.map((row: any) => [row.id, row.is_active, row.room_id, row.grouping_id]),
    [['9001', true, '9001', null]],
  );
  const hubs = await read(api, '/api/app-store/categories?platform=store_a&category_type=grouping&section=apps');
  const known = hubs.categories.find((row: any) => row.id === '25100');
  // What a hub, a room and a page without a number are read by.
  assert.deepEqual([known.grouping_id, known.room_id], ['25100', null]);
  for (const row of hubs.categories) assert.equal(row.grouping_id, /^\d+$/u.test(row.id) ? row.id : null, row.id);
  assert.deepEqual(
    [known.name, known.apps_count, known.last_scraped_at, known.parent_category_id],
    ['Learn more', 2, toInstant(TODAY).toISOString(), 'page:apps'],
  );
  const german = await read(api, '/api/app-store/categories?platform=store_a&storefront=de&limit=1000');
  assert.deepEqual([german.total, german.categories.filter((row: any) => row.last_scraped_at !== null).length], [46, 1]);
  const games = await read(api, '/api/app-store/child-categories?platform=store_b&parent_id=GAME');
  assert.ok(games.categories.every((row: any) => row.section === 'games') && games.total > 10);

  const state = await read(api, '/api/app-store/catalog/debug');
  assert.deepEqual([state.by_platform.store_a, state.hierarchy_depth, state.orphaned_categories], [48, 3, []]);
  await write.sync(A, [{ ...room, parentCategoryId: 'gone' }], ago(0));
  assert.deepEqual((await read(api, '/api/app-store/catalog/debug')).orphaned_categories[0].parent_category_id, 'gone');
});

test('unknown apps are 404, the wrong store is 400, and every wrong field is named', async (t) => {
  const { api, withKey } = await startCatalogue(t);
  for (const path of ['', '/stats', '/rankings', '/recommendations']) {
    assert.equal((await api.get(`/api/apps/${NOTES}${path}`)).status, 404, path);
    assert.equal((await api.get(`/api/apps/${NOTES}${path}?platform=store_b`)).status, 400, path);
    assert.equal((await api.get(`/api/apps/${PACKAGE}${path}?platform=store_a`)).status, 400, path);
  }
  assert.equal((await api.get(`/api/app-store/apps/${NOTES}/all-rankings`)).status, 404);
  assert.equal((await api.get('/api/app-store/child-categories?platform=store_a&parent_id=none')).status, 404);
  for (const path of ['/api/top-apps', '/api/top-apps.csv']) {
    assert.equal((await api.get(`${path}?platform=store_a&category_id=none`)).status, 404, path);
    assert.equal((await api.get(`${path}?platform=store_b&category_id=6007`)).status, 404, `${path}: of the other store`);
    assert.equal((await api.get(`${path}?platform=store_a&category_id=6007`)).status, 200, `${path}: known and never read`);
  }
  await assertAllRefused(api, [
    {
      because: 'every field is wrong',
      method: 'get',
      path: `/api/apps/${NOTES}/rankings?platform=ios&country=zz&days=0&granularity=hour&chart=best&limit=501`,
      names: ['chart', 'country', 'days', 'granularity', 'limit', 'platform'],
    },
    { because: 'no store', method: 'get', path: '/api/top-apps', names: ['platform'] },
    { because: 'no store', method: 'get', path: '/api/app-store/categories?section=books', names: ['platform', 'section'] },
    { because: 'backwards', method: 'get', path: `/api/apps/${NOTES}?start_date=2026-02-02&end_date=2026-02-01`, names: ['start_date'] },
  ]);
  assert.equal((await withKey({ scopes: ['read'] }).get('/api/app-store/catalog/debug')).status, 403);
});
