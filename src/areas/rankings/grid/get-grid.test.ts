import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeItem, makeTracked } from '../../../../test/support/rankings-world.ts';
import { getSeries, type SeriesInput } from '../series/get-series.ts';
import { listPages } from '../pages/list-pages.ts';
import { toGridBody } from '../wire/grid.ts';
import { getGrid } from './get-grid.ts';
import type { GridInput } from './grid.ts';
import { priceRows } from './price-rows.ts';
import { listTrackedRows } from './store.ts';

test('devices of one keyword stand together, the desktop first', async (t) => {
  const world = await openGridWorld(t);
  const keywords = ['a', 'b', 'c', 'd'];
  for (const device of ['mobile', 'desktop'] as const)
    await Promise.all(keywords.map((keyword) => makeTracked(world.postgres, world.projectId, keyword, { device })));
  const { body, columns } = await makeRead(world)();
  assert.deepEqual(
    columns.keyword.map((keyword, row) => `${keyword} ${body.lists.device[columns.device[row] ?? -1]}`),
    keywords.flatMap((keyword) => [`${keyword} desktop`, `${keyword} mobile`]),
  );
});

test('failed checks keep the last good outcome, and gaps stay gaps', async (t) => {
  const world = await openGridWorld(t);
  const { projectId } = world;
  const read = makeRead(world);
  const [first, second, third, fourth] = await Promise.all(
    ['a first', 'b second', 'c third', 'd fourth'].map((keyword) => makeTracked(world.postgres, projectId, keyword)),
  );
  assert.ok(first && second && third && fourth);
  world.moveTo('2025-11-15T10:00:00Z');
  await world.check(first, { 'mine.com': 5, 'rival.org': 2 });
  await world.check(second, { 'mine.com': 9 });
  world.moveTo('2025-11-17T10:00:00Z');
  await world.check(first, { 'mine.com': 3, 'rival.org': 8 });
  await world.check(third, {});
  world.moveTo('2025-11-18T10:00:00Z');
  await world.fail(second);
  await world.check(third, { 'mine.com': 7 });
  world.moveTo('2025-11-19T10:00:00Z');
  await world.check(third, {});
  world.moveTo('2025-11-20T10:00:00Z');

  world.moveTo('2025-11-16T10:00:00Z');
  assert.deepEqual((await read({ to: '2025-11-15' })).columns.movement, [null, null, null, null], 'a first check is no move');
  world.moveTo('2025-11-20T10:00:00Z');
  const { body, columns, sparkOf } = await read();
  assert.deepEqual(columns.keyword, ['a first', 'b second', 'c third', 'd fourth']);
  assert.deepEqual(
    columns.status.map((at) => body.lists.status[at ?? -1]),
    ['ranked', 'failed', 'not_found', 'pending'],
  );
  assert.deepEqual(columns.position, [3, 9, null, null]);
  assert.deepEqual(columns.previous, [5, null, 7, null]);
  assert.deepEqual(columns.change, [2, null, null, null]);
  assert.deepEqual(
    columns.movement.map((at) => (at === null ? null : body.lists.movement[at])),
    ['up', null, 'lost', null],
  );
  assert.deepEqual(columns.best, [3, 9, 7, null]);
  assert.deepEqual(
    columns.page.map((at) => (at === null ? null : body.lists.page[at])),
    ['https://mine.com/page-3', 'https://mine.com/page-9', null, null],
  );
  assert.equal(columns.checked_at[1], Date.parse('2025-11-15T10:00:00Z'), 'the age of the last good outcome');
  assert.equal(columns.failed_at[1], Date.parse('2025-11-18T10:00:00Z'));
  assert.equal(body.lists.error[columns.error[1] ?? -1], 'the provider is down');
  assert.equal(body.as_of, '2025-11-19T10:00:00.000Z');
  assert.deepEqual([body.from, body.to, body.compare_day], ['2025-10-22', '2025-11-20', null]);
  assert.deepEqual(sparkOf(0).slice(-7), [255, 5, 255, 3, 255, 255, 255]);
  assert.deepEqual(sparkOf(1).slice(-7), [255, 9, 255, 255, 254, 255, 255]);
  assert.deepEqual(sparkOf(2).slice(-7), [255, 255, 255, 0, 7, 0, 255]);
  assert.deepEqual(
    sparkOf(3),
    Array.from({ length: 30 }, () => 255),
  );
  const setTracking = async (keywordId: string, changes: string) => {
    await world.postgres.query(`update tracked_keywords set ${changes} where project_id = $1 and keyword_id = $2`, [projectId, keywordId]);
  };
  await setTracking(first.keywordId, `check_interval = 'daily', depth = 100, depth_strategy = 'adaptive'`);
  await setTracking(second.keywordId, `check_interval = 'monthly', depth = 50`);
  await setTracking(third.keywordId, `check_interval = 'daily', status = 'paused'`);
  await setTracking(fourth.keywordId, `check_interval = 'manual'`);
  assert.deepEqual((await read()).columns.monthly_usd, [30 * 0.02, 0.05, 0, 0], 'at place 3 an adaptive check reads 20');
  await world.postgres.query(`update projects set status = 'paused' where id = $1`, [projectId]);
  assert.deepEqual((await read()).columns.monthly_usd, [0, 0, 0, 0], 'a project that rests');

  const failed = await read({ outcomes: { status: 'failed' } });
  assert.deepEqual([failed.body.n, failed.body.total, failed.columns.keyword], [1, 4, ['b second']]);
  assert.deepEqual(failed.sparkOf(0), sparkOf(1));
  const past = await read({ compare: 'previous', from: '2025-11-17', to: '2025-11-20' });
  assert.deepEqual([past.body.compare_day, past.columns.previous], ['2025-11-16', [5, 9, null, null]]);
  assert.deepEqual(past.columns.best, [3, null, 7, null], 'the best within the span');
  const nothing = await read({ compare: 'none' });
  assert.deepEqual(
    [...nothing.columns.previous, ...nothing.columns.movement].filter((one) => one !== null),
    [],
  );
  assert.deepEqual((await read({ compare: 'year' })).columns.previous, [null, null, null, null]);
  const week = await read({ compare: 'week' });
  assert.deepEqual(
    [week.body.compare_day, week.columns.movement],
    ['2025-11-13', [null, null, null, null]],
    'nothing was known a week ago',
  );
  assert.deepEqual((await read({ limit: 2 })).body.total, 4);
  await assert.rejects(read({ from: '2024-01-01' }), (error: unknown) => error instanceof AppError && error.status === 400);

  const series = await readSeries(world, { from: '2025-11-15', to: '2025-11-20' });
  assert.deepEqual(series.rows, [
    [5, 255, 3, 255, 255, 255],
    [9, 255, 255, 254, 255, 255],
    [255, 255, 0, 7, 0, 255],
    [255, 255, 255, 255, 255, 255],
  ]);
  const lines = await readSeries(world, {
    from: '2025-11-15',
    to: '2025-11-20',
    keywordIds: [first.keywordId],
    domains: ['mine.com', 'rival.org'],
    withPages: true,
  });
  assert.deepEqual(lines.rows, [
    [5, 255, 3, 255, 255, 255],
    [2, 255, 8, 255, 255, 255],
  ]);
  assert.deepEqual(lines.series.pages?.indexes.map((at) => (at === null ? null : lines.series.pages?.list[at])).filter(Boolean), [
    'https://mine.com/page-5',
    'https://mine.com/page-3',
    'https://rival.org/page-2',
    'https://rival.org/page-8',
  ]);
});

test('days are those of the project, and the best own site of a day counts', async (t) => {
  const world = await openGridWorld(t, 'Asia/Tokyo');
  const check = await makeTracked(world.postgres, world.projectId, 'tokyo', { targetDomain: 'third.net' });
  world.moveTo('2025-11-18T16:30:00Z');
  await world.check(check, { 'mine.com': 12, 'third.net': 4 });
  world.moveTo('2025-10-22T02:00:00Z');
  const early = await makeTracked(world.postgres, world.projectId, 'tokyo early', { targetDomain: 'fourth.net' });
  await world.fail(early);
  world.moveTo('2025-11-20T10:00:00Z');
  const { body, sparkOf, columns } = await makeRead(world)();
  assert.deepEqual(sparkOf(1), [254, ...Array.from({ length: 29 }, () => 255)], 'a failure on the first day');
  assert.deepEqual([body.time_zone, body.to], ['Asia/Tokyo', '2025-11-20']);
  assert.deepEqual(sparkOf(0).slice(-3), [255, 4, 255], 'it was the 19th in Tokyo');
  assert.deepEqual([body.lists.domain[columns.domain[0] ?? -1], columns.position], ['third.net', [4, null]]);
});

test('a day that is over reads as it read then', async (t) => {
  const world = await openGridWorld(t, 'Asia/Tokyo');
  const { postgres, projectId } = world;
  const [first, second, third] = await Promise.all([
    makeTracked(postgres, projectId, 'a past', { targetDomain: 'third.net' }),
    makeTracked(postgres, projectId, 'b past'),
    makeTracked(postgres, projectId, 'c past'),
  ]);
  const read = makeRead(world);
  const then: Awaited<ReturnType<typeof read>>['body'][] = [];
  const days: (readonly [at: string, happens: () => Promise<void>])[] = [
    ['2025-11-16T14:00:00Z', () => world.check(first, { 'mine.com': 12, 'third.net': 4 })],
    ['2025-11-17T14:00:00Z', () => world.fail(second)],
    ['2025-11-18T14:00:00Z', () => world.check(second, { 'mine.com': 7 }, [makeItem(3, null, { type: 'ai_overview' })])],
    ['2025-11-19T14:00:00Z', () => world.fail(first)],
    ['2025-11-20T14:00:00Z', () => world.check(first, { 'mine.com': 2 })],
    ['2025-11-21T14:00:00Z', () => world.check(second, {})],
  ];
  for (const [at, happens] of days) {
    world.moveTo(at);
    await happens();
    then.push((await read()).body);
  }
  world.moveTo('2025-11-22T14:30:00Z');
  await world.check(third, { 'mine.com': 1 });
  assert.deepEqual(
    then.map(({ lists, columns }) => columns.status.map((index) => lists.status[index ?? -1])),
    [
      ['ranked', 'pending', 'pending'],
      ['ranked', 'failed', 'pending'],
      ['ranked', 'ranked', 'pending'],
      ['failed', 'ranked', 'pending'],
      ['ranked', 'ranked', 'pending'],
      ['ranked', 'not_found', 'pending'],
    ],
  );
  const toSeen = ({ columns: { next_check_at: _next, ...columns }, ...body }: (typeof then)[number]) => ({ ...body, columns });
  for (const body of then) assert.deepEqual(toSeen((await read({ to: body.to })).body), toSeen(body), body.to);
  assert.deepEqual((await read({ to: '2025-11-19', outcomes: { status: 'failed' } })).columns.keyword, ['a past']);
  assert.deepEqual((await read({ to: '2025-11-15' })).columns.position, [null, null, null], 'before the first check');
  const listToday = async (withOutcomes: boolean) =>
    (await listTrackedRows(postgres, { projectId, limit: 10 }, { timeZone: 'Asia/Tokyo', scale: 'organic', withOutcomes })).outcomes.domain;
  assert.deepEqual([(await listToday(true)).length, await listToday(false)], [4, []], 'outcomes of today are read where they are shown');
});

test('pages: who ranks with what, what takes turns, and what should rank', async (t) => {
  const world = await openGridWorld(t);
  const { projectId, postgres } = world;
  const [first, second, third] = await Promise.all(['a', 'b', 'c'].map((keyword) => makeTracked(postgres, projectId, `pages ${keyword}`)));
  assert.ok(first && second && third);
  const at = (position: number, page: string) => makeItem(position, 'mine.com', { url: `https://mine.com/${page}` });
  world.moveTo('2025-11-17T10:00:00Z');
  await world.check(first, {}, [at(4, 'old')]);
  await world.check(second, {}, [at(10, 'new')]);
  world.moveTo('2025-11-18T10:00:00Z');
  await world.check(first, {}, [at(2, 'new')]);
  await world.check(third, {}, [at(1, 'old')]);
  world.moveTo('2025-11-19T10:00:00Z');
  await world.check(third, {});
  await world.fail(first);
  await postgres.query('update keywords set search_volume = 100 where id = any ($1)', [[first.keywordId, third.keywordId]]);
  await postgres.query(
    `insert into keyword_notes (project_id, keyword_id, target_url, updated_at) values ($1, $2, 'http://www.mine.com/old/', now()), ($1, $3, 'https://mine.com/new', now())`,
    [projectId, first.keywordId, second.keywordId],
  );
  world.moveTo('2025-11-20T10:00:00Z');
  const found = await listPages(world.ctx, { projectId, limit: 10, offset: 0 });
  assert.deepEqual([found.checked, found.ranked, found.total], [3, 2, 1]);
  const [page] = found.pages;
  assert.deepEqual(
    [page?.page, page?.keywords.length, page?.best, page?.average, page?.volume, page?.contested, page?.wrong],
    ['https://mine.com/new', 2, 2, 6, 100, 1, 1],
  );
  assert.deepEqual(
    found.contested.map(({ keyword, pages }) => [keyword, pages.map((one) => [one.page, one.days, one.lastDay])]),
    [
      [
        'pages a',
        [
          ['https://mine.com/new', 1, '2025-11-18'],
          ['https://mine.com/old', 1, '2025-11-17'],
        ],
      ],
    ],
  );
});

const PRICES = { estimateQueuedSerpUsd: ({ depth }: { depth: number }) => depth / 1_000, estimateKeywordsUsd: () => 0.01 };
type World = Awaited<ReturnType<typeof openGridWorld>>;

function makeRead({ ctx, projectId }: World) {
  return async (more: Partial<GridInput> = {}) => {
    const input: GridInput = { projectId, compare: 'check', limit: 20_000, ...more };
    const grid = await getGrid(ctx, input);
    const body = toGridBody(input, grid, { prices: priceRows(PRICES, grid) });
    const spark = Buffer.from(body.spark, 'base64');
    return { body, columns: body.columns, sparkOf: (row: number) => [...spark.subarray(row * 30, row * 30 + 30)] };
  };
}

async function readSeries({ ctx, projectId }: World, more: Partial<SeriesInput>) {
  const series = await getSeries(ctx, { projectId, limit: 1_000, ...more });
  const length = series.days.length;
  return { series, rows: series.rows.map((_row, at) => [...series.values.subarray(at * length, at * length + length)]) };
}
