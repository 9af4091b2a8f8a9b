import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLocations } from '#areas/projects/locations.ts';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeTracked } from '../../../../test/support/rankings-world.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { findGoogleCountry } from './country.ts';
import { listGoogleCounts, type AskedKeyword } from './list-google-counts.ts';
import { readGoogle } from './read-google.ts';
import { getGrid } from '../grid/get-grid.ts';
import { toGoogleBody } from '../wire/google.ts';
import { findGoogleVersion } from './store.ts';

const US = 2840;
const ask = (keyword: string, more: Partial<AskedKeyword> = {}): AskedKeyword => ({
  keyword,
  locationCode: US,
  device: 'desktop',
  engine: 'engine_a',
  channel: 'seo',
  ...more,
});

test('every country that keywords are asked in has the letters of Search Console', () => {
  assert.deepEqual(findGoogleCountry(US), { country: 'usa', isWhole: true });
  assert.deepEqual(findGoogleCountry(2_276), { country: 'deu', isWhole: true });
  assert.deepEqual(findGoogleCountry(1_023_191), { country: 'usa', isWhole: false });
  assert.equal(findGoogleCountry(0), undefined);
  for (const { locationCode, rank, name } of listLocations().values())
    if (rank === 0) assert.match(findGoogleCountry(locationCode)?.country ?? '', /^[a-z]{3}$/u, name);
});

test('keywords join by text, country and device over days that were read, and nothing counted is no 0', async (t) => {
  const { ctx, projectId, postgres, clickhouse } = await openGridWorld(t);
  const keywords = [
    ask('  Café  Crème '),
    ask('cafe creme', { device: 'mobile' }),
    ask('cafe creme', { locationCode: 2_276 }),
    ask('cafe creme', { engine: 'engine_b' }),
    ask('cafe creme', { channel: 'maps' }),
    ask('cafe creme', { locationCode: 1_023_191 }),
    ask('nobody asks'),
  ];
  assert.equal(await listGoogleCounts(ctx, { projectId, days: 28 }, keywords), undefined, 'the project has no property');
  const property = await bindProperty(postgres, projectId);
  const none = await listGoogleCounts(ctx, { projectId, days: 28 }, keywords);
  assert.deepEqual([none?.read, none?.counts.filter(Boolean)], [0, []]);
  const count = { query: 'cafe creme', clicks: 2, impressions: 100, position: 4 };
  await writeDays({ postgres, clickhouse }, property, [
    { day: '2025-10-01', queries: [{ ...count, clicks: 50 }] },
    { day: '2025-11-10', queries: [{ ...count, query: 'cafe\u0301 cre\u0300me' }, count, { ...count, device: 'mobile', position: 9 }] },
    { day: '2025-11-16', queries: [{ ...count, clicks: 1, impressions: 300, position: 8 }], isCut: true },
    { day: '2025-11-17', state: 'partial', queries: [{ ...count, clicks: 9 }] },
  ]);
  const found = await listGoogleCounts(ctx, { projectId, days: 28 }, keywords);
  assert.deepEqual([found?.from, found?.to, found?.read, found?.cut], ['2025-10-20', '2025-11-16', 2, 1]);
  assert.deepEqual(found?.counts, [
    { clicks: 2, impressions: 100, position: 4, isOfCountry: false },
    { clicks: 2, impressions: 100, position: 9, isOfCountry: false },
    null,
    null,
    null,
    { clicks: 3, impressions: 400, position: 7, isOfCountry: true },
    null,
  ]);
  const week = await listGoogleCounts(ctx, { projectId, days: 7 }, [ask('cafe creme')]);
  assert.deepEqual([week?.read, week?.counts[0]?.impressions], [2, 400]);
  const past = await listGoogleCounts(ctx, { projectId, days: 7, to: '2025-11-12' }, [ask('cafe creme')]);
  assert.deepEqual([past?.to, past?.counts[0]?.impressions], ['2025-11-10', 100]);
  await postgres.query(`update search_console_bindings set type = 'image' where project_id = $1`, [projectId]);
  assert.deepEqual((await listGoogleCounts(ctx, { projectId, days: 28 }, keywords))?.counts.filter(Boolean), [], 'another list of results');
});

test('the grid has a column for each figure, and another version when a day was read', async (t) => {
  const world = await openGridWorld(t);
  const { ctx, projectId, postgres, clickhouse } = world;
  const first = await makeTracked(postgres, projectId, 'a red shoe');
  await makeTracked(postgres, projectId, 'b blue shoe');
  await world.check(first, { 'mine.com': 3 });
  const property = await bindProperty(postgres, projectId);
  const before = await findGoogleVersion(postgres, projectId);
  await writeDays({ postgres, clickhouse }, property, [
    { day: '2025-11-16', queries: [{ query: 'a red shoe', clicks: 5, impressions: 60, position: 3.456 }] },
  ]);
  const grid = await getGrid(ctx, { projectId, compare: 'check', limit: 10 });
  const google = await readGoogle(ctx, grid, { projectId, days: 28 });
  assert.ok(google);
  const { clicks, impressions, google_position: position, is_of_country: isOfCountry } = toGoogleBody(google);
  assert.deepEqual(
    [clicks, impressions, position, isOfCountry],
    [
      [5, null],
      [60, null],
      [3.46, null],
      [false, null],
    ],
  );
  assert.notEqual(await findGoogleVersion(postgres, projectId), before);
});
