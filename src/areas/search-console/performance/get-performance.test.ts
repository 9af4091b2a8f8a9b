import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { getPerformance, type PerformanceInput } from './get-performance.ts';
import { PerformanceResponse, toPerformanceBody } from './wire.ts';

async function openWorld(t: TestContext) {
  const world = await openGridWorld(t);
  const read = async (more: Partial<PerformanceInput> = {}) => {
    const input: PerformanceInput = {
      projectId: world.projectId,
      group: 'query',
      filter: {},
      sort: 'clicks',
      isDescending: true,
      limit: 500,
      offset: 0,
      ...more,
    };
    return PerformanceResponse.parse(toPerformanceBody(input, await getPerformance(world.ctx, input)));
  };
  return { ...world, read };
}

const count = (query: string, clicks: number, impressions: number, position: number) => ({ query, clicks, impressions, position });

test('a project without a property has no figures, and no zeros', async (t) => {
  const { read } = await openWorld(t);
  for (const group of ['date', 'query'] as const) {
    const body = await read({ group });
    assert.deepEqual([body.property, body.totals, body.named, body.rows, body.total], [null, null, null, [], 0]);
    assert.deepEqual([body.span.days, body.span.missing], [28, 28]);
  }
});

test('what was never read, failed or goes on is told from days without clicks', async (t) => {
  const { read, ctx, projectId } = await openWorld(t);
  const property = await bindProperty(ctx.postgres, projectId);
  const nothing = await read({ group: 'date', from: '2025-11-10', to: '2025-11-13' });
  assert.deepEqual(
    [nothing.totals, nothing.rows.map(({ state, clicks }) => [state, clicks])],
    [null, Array.from({ length: 4 }, () => ['missing', null])],
  );
  await writeDays(ctx, property, [
    { day: '2025-11-10', queries: [count('a', 4, 100, 2)] },
    { day: '2025-11-11', queries: [] },
    { day: '2025-11-12', state: 'failed' },
    { day: '2025-11-14', state: 'partial', queries: [count('a', 1, 50, 5)], isCut: true },
  ]);
  const body = await read({ group: 'date', from: '2025-11-10', to: '2025-11-14' });
  assert.deepEqual(
    body.rows.map(({ key, state, clicks, position }) => [key, state, clicks, position]),
    [
      ['2025-11-10', 'final', 4, 2],
      ['2025-11-11', 'final', null, null],
      ['2025-11-12', 'failed', null, null],
      ['2025-11-13', 'missing', null, null],
      ['2025-11-14', 'partial', 1, 5],
    ],
  );
  assert.deepEqual(body.totals, { clicks: 5, impressions: 150, ctr: 0.033333, position: 3 });
  assert.deepEqual(body.span, { from: '2025-11-10', to: '2025-11-14', days: 5, final: 2, partial: 1, failed: 1, missing: 1, cut: 1 });
  assert.deepEqual([(await read()).span.to, (await read()).span.from], ['2025-11-11', '2025-10-15'], 'until the last final day');
});

test('each group adds up as Google adds it up, and names say how much of it they are', async (t) => {
  const { read, ctx, projectId } = await openWorld(t);
  const property = await bindProperty(ctx.postgres, projectId);
  const queries = [
    count('red shoes', 6, 100, 3),
    { ...count('red shoes', 2, 300, 7), device: 'mobile', country: 'gbr' },
    count('Blue Shoes', 3, 50, 1),
  ];
  await writeDays(ctx, property, [
    {
      day: '2025-11-10',
      totals: [
        { clicks: 12, impressions: 200, position: 4 },
        { clicks: 8, impressions: 400, position: 8, device: 'mobile', country: 'gbr' },
      ],
      queries,
      pages: [
        { page: 'https://mine.com/red', ...count('red shoes', 5, 100, 3) },
        { page: 'https://mine.com/old', ...count('red shoes', 1, 90, 9) },
      ],
    },
  ]);
  const span = { from: '2025-11-10', to: '2025-11-10' };
  const byQuery = await read(span);
  assert.deepEqual(
    byQuery.rows.map(({ key, clicks, impressions, ctr, position }) => [key, clicks, impressions, ctr, position]),
    [
      ['red shoes', 8, 400, 0.02, 6],
      ['Blue Shoes', 3, 50, 0.06, 1],
    ],
  );
  assert.deepEqual([byQuery.totals?.clicks, byQuery.named], [11, { clicks: 11, share: 0.55, compared_share: null }]);
  const byDevice = await read({ ...span, group: 'device' });
  assert.deepEqual(
    byDevice.rows.map(({ key, clicks }) => [key, clicks]),
    [
      ['desktop', 12],
      ['mobile', 8],
    ],
  );
  assert.deepEqual([byDevice.totals?.clicks, byDevice.named], [20, null]);
  assert.deepEqual(
    (await read({ ...span, group: 'country', filter: { device: 'mobile' } })).rows.map(({ key }) => key),
    ['gbr'],
  );
  const byPage = await read({ ...span, group: 'page' });
  assert.deepEqual([byPage.rows.map(({ key }) => key.slice(-3)), byPage.totals?.clicks, byPage.named?.share], [['red', 'old'], 6, 0.3]);
  const part = await read({ ...span, filter: { queryContains: 'blue' } });
  assert.deepEqual([part.rows.length, part.total, part.totals?.clicks, part.named?.clicks], [1, 1, 3, 11]);
  assert.deepEqual(
    (await read({ ...span, group: 'date', filter: { query: 'red shoes' } })).rows.map(({ clicks }) => clicks),
    [8],
  );
  assert.deepEqual(
    (await read({ ...span, group: 'query', filter: { page: 'https://mine.com/old' } })).rows.map(({ clicks }) => clicks),
    [1],
  );
  const second = await read({ ...span, limit: 1, offset: 1 });
  assert.deepEqual([second.rows.map(({ key }) => key), second.pagination.total], [['Blue Shoes'], 2]);
});

test('a day that was read again is its newest reading alone', async (t) => {
  const { read, ctx, projectId } = await openWorld(t);
  const property = await bindProperty(ctx.postgres, projectId);
  await writeDays(ctx, property, [{ day: '2025-11-10', state: 'partial', queries: [count('a', 1, 10, 1), count('b', 1, 10, 1)] }]);
  await writeDays(ctx, property, [{ day: '2025-11-10', queries: [count('a', 3, 30, 2)], fetchedAt: '2025-11-20T12:00:00.456Z' }]);
  const body = await read({ from: '2025-11-10', to: '2025-11-10' });
  assert.deepEqual([body.rows.map(({ key, clicks }) => [key, clicks]), body.totals?.clicks], [[['a', 3]], 3]);
});

test('days are compared with those before, what is in one span alone is there, and spoiled figures are named', async (t) => {
  const { read, ctx, projectId } = await openWorld(t);
  const property = await bindProperty(ctx.postgres, projectId);
  const days = Array.from({ length: 14 }, (_none, at) => ({
    day: addDays('2025-05-06', at),
    queries: [count('both', at < 7 ? 1 : 2, 10, at < 7 ? 4 : 3), count(at < 7 ? 'lost' : 'found', 1, 20, 2)],
  }));
  await writeDays(ctx, property, days);
  const span = { from: '2025-05-13', to: '2025-05-19', compare: 'previous' as const };
  const body = await read({ ...span, sort: 'clicks_change' });
  assert.deepEqual(
    body.rows.map(({ key, clicks, compared_clicks: before }) => [key, clicks, before]),
    [
      ['both', 14, 7],
      ['found', 7, null],
      ['lost', null, 7],
    ],
  );
  assert.deepEqual([body.compared?.from, body.compared?.to, body.compared?.missing], ['2025-05-06', '2025-05-12', 0]);
  assert.deepEqual([body.totals?.clicks, body.compared_totals?.clicks], [21, 14]);
  assert.deepEqual(
    body.warnings.map(({ metric }) => metric),
    ['impressions', 'ctr', 'position'],
  );
  assert.match(body.warnings[0]?.anomalies[0]?.reason ?? '', /logging error/u);
  const byDay = await read({ ...span, group: 'date' });
  assert.deepEqual(
    byDay.rows.map(({ clicks, compared_clicks: before }) => [clicks, before]),
    Array.from({ length: 7 }, () => [3, 2]),
  );
  assert.deepEqual((await read({ from: '2025-05-06', to: '2025-05-12', compare: 'previous' })).warnings, []);
  const year = await read({ from: '2025-05-06', to: '2026-05-10', compare: 'year', group: 'date' });
  assert.deepEqual(
    [year.rows.length, year.rows[364]?.compared_clicks, year.compared?.from],
    [370, 2, '2024-05-07'],
    'spans that share days',
  );
  await assert.rejects(read({ from: '2024-01-01', to: '2025-05-19' }), { status: 400 });
});
