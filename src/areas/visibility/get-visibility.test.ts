import assert from 'node:assert/strict';
import { listRights } from '#http/rights.ts';
import { test, type TestContext } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { ADMIN } from '../../../test/support/area-context.ts';
import { recordHistory, recordVolume } from '../../../test/support/history-rows.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { makeProject } from '../../../test/support/rankings-world.ts';
import { getVisibility } from './get-visibility.ts';
import type { SurfaceDay } from './visibility.ts';
import { toVisibilityBody, toVisibilityCsv } from './wire.ts';

const TODAY = '2025-11-20';
const FROM = '2025-11-10';
/** (1 / p) / (1/1 + ... + 1/100) */
const FIRST_VOICE = 0.192776;

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  const { postgres, clickhouse } = stores;
  const projectId = await makeProject(postgres, [{ value: 'mine.com' }]);
  const clock = { now: () => new Date(`${TODAY}T12:00:00.000Z`), realNow: () => Date.now() };
  const insert = (table: string, rows: readonly object[]) =>
    clickhouse.insertLines(table, rows.map((row) => JSON.stringify(row)).join('\n'), newId('run_'));
  return {
    ...stores,
    projectId,
    read: async (caller = ADMIN) => await getVisibility({ ...stores, clock, caller }, { projectId, startDate: FROM, endDate: TODAY }),
    track: async (platform: string, appId: string, terms: readonly string[] = []) => {
      await postgres.query(
        `insert into tracked_apps (id, project_id, app_id, platform, is_active, created_at) values ($1, $2, $3, $4, 1, $5)`,
        [newId('sub_'), projectId, appId, platform, '2025-01-01'],
      );
      for (const term of terms)
        await postgres.query(
          `insert into tracked_app_keywords (project_id, platform, storefront, app_id, keyword, language_code, created_at) values ($1, $2, 'us', $3, $4, 'en', '2025-11-11')`,
          [projectId, platform, appId, term],
        );
    },
    addCompetitor: (type: string, value: string) =>
      postgres.query(
        `insert into assets (id, project_id, type, value, name, role, meta, created_at, updated_at) values ($1, $2, $3, $4, $4, 'competitor', '{}', now(), now())`,
        [newId('ast_'), projectId, type, value],
      ),
    rate: async (platform: string, appId: string, [day, rating, count]: readonly [string, number | null, number | null]) => {
      await postgres.query(
        `insert into apps (platform, storefront, app_id, title, last_seen_at, created_at, updated_at) values ($1, 'us', $2, $2, now(), now(), now()) on conflict do nothing`,
        [platform, appId],
      );
      await postgres.query(
        `insert into app_rating_days (platform, storefront, app_id, day, rating, rating_count) values ($1, 'us', $2, $3, $4, $5)`,
        [platform, appId, day, rating, count],
      );
    },
    /** A chart as it was read: app ids, best first. */
    chart: (day: string, appIds: readonly string[], { chart = 'top-free', category = '6000', platform = 'store_a' } = {}) =>
      insert(
        'app_analytics',
        appIds.map((appId, at) => ({
          platform,
          storefront: 'us',
          category_id: category,
          chart,
          device: 'phone',
          app_id: appId,
          rank: at + 1,
          captured_at: `${day} 03:00:00.000`,
        })),
      ),
    search: (day: string, keyword: string, found: readonly string[] | Error, { hour = '04', owner = '' } = {}) => {
      const shared = {
        owner_id: owner,
        platform: 'store_a',
        storefront: 'us',
        language_code: 'en',
        keyword,
        check_date: day,
        checked_at: `${day} ${hour}:00:00.000`,
      };
      const positions = found instanceof Error ? [] : found;
      const head = {
        ...shared,
        app_id: '',
        position: 0,
        checked_depth: positions.length,
        error: found instanceof Error ? found.message : '',
      };
      return insert('app_keyword_positions', [
        head,
        ...positions.map((appId, at) => ({ ...shared, app_id: appId, position: at + 1, checked_depth: positions.length })),
      ]);
    },
    insert,
  };
}

function pick(
  { days }: Awaited<ReturnType<Awaited<ReturnType<typeof openWorld>>['read']>>,
  surface: 'site' | 'maps' | 'store_a' | 'store_b',
) {
  return new Map(days.map(({ day, surfaces }) => [day, surfaces[surface]]));
}

const figures = (day: SurfaceDay | undefined) => [day?.keywords, day?.ranked, day?.notRanked, day?.failed, day?.averagePosition];
const charts = (day: SurfaceDay | undefined) => [day?.charts.ranked, day?.charts.notRanked, day?.charts.averagePosition];

test('site and maps are the days of the summary, and a day of which nothing is known is null', async (t) => {
  const world = await openWorld(t);
  const own = { project_id: world.projectId, domain: 'mine.com' };
  await recordVolume(world.clickhouse, 'k1', 100, '2025-11-01');
  await recordHistory(world.clickhouse, [
    { ...own, keyword_id: 'k1', check_date: '2025-11-12', position: 1 },
    { ...own, keyword_id: 'k2', check_date: '2025-11-12', position: null },
    { ...own, keyword_id: 'k2', check_date: '2025-11-13', status: 'failed' },
    { ...own, keyword_id: 'k3', check_date: '2025-11-14', position: 4, channel: 'local' },
  ]);
  const read = await world.read();
  const site = pick(read, 'site');
  assert.deepEqual(
    read.days.map(({ day }) => day),
    Array.from({ length: 11 }, (_, at) => addDays(FROM, at)),
  );
  assert.deepEqual(figures(site.get('2025-11-11')), [null, null, null, null, null]);
  assert.deepEqual(figures(site.get('2025-11-12')), [2, 1, 1, 0, 1]);
  assert.deepEqual(figures(site.get('2025-11-13')), [2, 1, 1, 1, 1], 'a failed check takes nothing away');
  assert.equal(site.get('2025-11-12')?.shareOfVoice?.toFixed(6), String(FIRST_VOICE));
  assert.deepEqual(
    [figures(pick(read, 'maps').get('2025-11-14')), figures(pick(read, 'maps').get('2025-11-13'))],
    [
      [1, 1, 0, 0, 4],
      [null, null, null, null, null],
    ],
  );
  assert.deepEqual(new Set(pick(read, 'store_a').values()).size, 1, 'without apps nothing is known of stores');
});

test('the rating of places is weighted, and a place in several results counts once', async (t) => {
  const world = await openWorld(t);
  const found = [
    { keyword_id: 'k1', run_id: 'run_1', position: 2, cid: '7', rating_value: 5, rating_count: 10 },
    { keyword_id: 'k2', run_id: 'run_2', position: 3, cid: '7', rating_value: 5, rating_count: 10 },
    { keyword_id: 'k3', run_id: 'run_3', position: 1, cid: '8', rating_value: 2, rating_count: 20 },
  ];
  const day = '2025-11-12';
  await world.insert(
    'serp_runs',
    [...found, { keyword_id: 'k1', run_id: 'run_1', position: 9, cid: '9', rating_value: 1, rating_count: 999 }].map((row) => ({
      ...row,
      engine: 'engine_a',
      kind: 'local',
      run_date: day,
      tracked_at: `${day} 10:00:00.000`,
    })),
  );
  await recordHistory(
    world.clickhouse,
    found.map(({ keyword_id, position, run_id }) => ({
      project_id: world.projectId,
      domain: 'place',
      channel: 'local',
      check_date: day,
      keyword_id,
      position,
      run_id,
    })),
  );
  const maps = pick(await world.read(), 'maps');
  assert.deepEqual([maps.get(day)?.rating, maps.get(day)?.ratingCount], [3, 30]);
  assert.equal(maps.get('2025-11-13')?.rating, null);
});

test('a term counts from the day it is followed, with the best own app; failures are no losses', async (t) => {
  const world = await openWorld(t);
  await world.track('store_a', '11', ['bank', 'invoice']);
  await world.track('store_a', '12', ['bank']);
  await world.track('store_a', '13', ['bank']);
  await world.addCompetitor('app_ios', '13');
  await world.search('2025-11-10', 'bank', ['11']);
  await world.search('2025-11-11', 'bank', ['13', '12', '11']);
  await world.search('2025-11-11', 'invoice', ['90', '91']);
  await world.search('2025-11-11', 'other', ['11']);
  await world.search('2025-11-12', 'bank', new Error('http_500'));
  await world.search('2025-11-12', 'invoice', ['11'], { hour: '03' });
  await world.search('2025-11-12', 'invoice', new Error('http_500'), { hour: '05' });
  await world.search('2025-11-13', 'bank', new Error('http_500'));
  await world.search('2025-11-14', 'bank', ['11'], { owner: 'org-of-others' });
  const store = pick(await world.read(), 'store_a');
  assert.deepEqual(figures(store.get('2025-11-10')), [null, null, null, null, null], 'not yet followed');
  assert.deepEqual(figures(store.get('2025-11-11')), [2, 1, 1, 0, 2]);
  assert.equal(store.get('2025-11-11')?.shareOfVoice?.toFixed(5), (FIRST_VOICE / 2 / 2).toFixed(5));
  assert.deepEqual(figures(store.get('2025-11-12')), [1, 1, 0, 1, 1], 'an answer of the day stands, whatever fails after it');
  assert.deepEqual(figures(store.get('2025-11-13')), [null, null, null, 1, null]);
  assert.equal(store.get('2025-11-13')?.shareOfVoice, null);
  assert.deepEqual(figures(store.get('2025-11-14')), [null, null, null, null, null], "another organization's search");
});

test('a chart that was not read, or not as deep, is no loss; a position that is gone is missed for 30 days', async (t) => {
  const world = await openWorld(t);
  await world.track('store_a', '11');
  const others = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`);
  await world.chart('2025-10-20', ['11', ...others(3)], { category: '6001' });
  await world.chart('2025-11-10', [...others(9), '11']);
  await world.chart('2025-11-11', others(5));
  await world.chart('2025-11-12', others(20));
  await world.chart('2025-11-13', others(20), { category: '6002' });
  await world.chart('2025-11-14', [...others(1), '11'], { chart: 'top-paid' });
  await world.chart('2025-11-14', [...others(3), '11']);
  await world.chart('2025-11-15', ['11'], { category: 'grouping-1', chart: 'grouping' });
  await world.chart('2025-11-18', others(5), { category: '6001' });
  await world.chart('2025-11-20', others(5), { category: '6001' });
  const read = await world.read();
  const store = pick(read, 'store_a');
  assert.deepEqual(charts(store.get('2025-11-10')), [1, 0, 10]);
  assert.deepEqual(charts(store.get('2025-11-11')), [null, null, null], 'read down to position 5 alone');
  assert.deepEqual(charts(store.get('2025-11-12')), [0, 1, null]);
  assert.deepEqual(charts(store.get('2025-11-13')), [null, null, null], 'a chart in which the app never stood');
  assert.deepEqual(charts(store.get('2025-11-14')), [2, 0, 3]);
  assert.deepEqual(charts(store.get('2025-11-15')), [null, null, null], 'an editorial list is no chart');
  assert.deepEqual(charts(store.get('2025-11-18')), [0, 1, null], '29 days after its position');
  assert.deepEqual(charts(store.get('2025-11-20')), [null, null, null], '31 days after its position');
  assert.deepEqual(charts(pick(read, 'store_b').get('2025-11-10')), [null, null, null]);
});

test('ratings are weighted by their number, and days without a reading are gaps', async (t) => {
  const world = await openWorld(t);
  await world.track('store_b', 'com.one');
  await world.track('store_b', 'com.two');
  await world.rate('store_b', 'com.one', ['2025-11-12', 5, 1]);
  await world.rate('store_b', 'com.two', ['2025-11-12', 2, 2]);
  await world.rate('store_b', 'com.two', ['2025-11-13', null, 0]);
  await world.rate('store_b', 'com.other', ['2025-11-12', 1, 1_000]);
  const read = await world.read();
  const store = pick(read, 'store_b');
  assert.deepEqual([store.get('2025-11-12')?.rating, store.get('2025-11-12')?.ratingCount], [3, 3]);
  assert.deepEqual([store.get('2025-11-13')?.rating, store.get('2025-11-13')?.ratingCount], [null, null]);
  assert.deepEqual(
    read.apps.map(({ appId }) => appId),
    ['com.one', 'com.two'],
  );
  const lines = toVisibilityCsv(read).split('\r\n');
  assert.equal(lines.length, 1 + read.days.length * 4 + 1);
  assert.equal(
    lines.find((line) => line.startsWith('2025-11-12,store_b')),
    '2025-11-12,store_b,,,,,,,,3,3,,,,,',
  );
  assert.match(lines.find((line) => line.startsWith('2025-11-12,maps')) ?? '', /,organic,(Weighed by the fixed click curve)?$/u);
  const body = toVisibilityBody(world.projectId, read);
  assert.equal(body.days.find(({ date }) => date === '2025-11-12')?.store_b.rating, 3);
});

test('a project of others is not found', async (t) => {
  const world = await openWorld(t);
  const stranger = { ...ADMIN, rights: listRights(['read']), organizationId: 'org-other' };
  await assert.rejects(world.read(stranger), (error: unknown) => error instanceof AppError && error.status === 404);
});
