import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeItem, makeTracked } from '../../../../test/support/rankings-world.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { getCtrCurve } from './get-ctr-curve.ts';
import { CtrCurveResponse, toCtrCurveBody } from './wire.ts';

test('a curve has a value where enough people looked, by device and by what was on the page, and never of spoiled days', async (t) => {
  const world = await openGridWorld(t);
  const { ctx, projectId, postgres } = world;
  const read = async (more: object = {}) => CtrCurveResponse.parse(toCtrCurveBody(await getCtrCurve(ctx, { projectId, ...more })));
  const nothing = await read();
  assert.ok(nothing.cells.length === 200 && nothing.cells.every(({ ctr }) => ctr === null));
  world.moveTo('2026-11-10T10:00:00Z');
  const [plain, overview] = await Promise.all(['plain', 'overview'].map((text) => makeTracked(postgres, projectId, text)));
  assert.ok(plain && overview);
  await world.check(plain, { 'mine.com': 2 });
  await world.check(overview, { 'mine.com': 2 }, [makeItem(1, null, { type: 'ai_overview' })]);
  const property = await bindProperty(postgres, projectId);
  const count = (query: string, clicks: number, position: number) => ({ query, clicks, impressions: 400, position });
  const day = {
    queries: [count('plain', 80, 2.2), count('overview', 20, 1.8), count('another', 40, 2.4), count('far', 1, 20.6), count('one', 9, 1)],
  };
  await writeDays(ctx, property, [
    { day: '2026-04-27', ...day },
    { day: '2026-11-05', ...day },
    { day: '2026-11-06', ...day, queries: [...day.queries, { ...count('plain', 9, 3), device: 'mobile' }] },
  ]);
  const body = await read({ from: '2026-04-20', to: '2026-11-06' });
  const cellsOf = (device: string, page: string) =>
    body.cells.filter((cell) => cell.device === device && cell.page === page && cell.impressions > 0);
  assert.deepEqual(
    cellsOf('desktop', 'any').map(({ position, clicks, impressions, ctr }) => [position, clicks, impressions, ctr]),
    [
      [1, 18, 800, 0.0225],
      [2, 280, 2_400, 0.116667],
    ],
  );
  assert.deepEqual(
    cellsOf('desktop', 'plain').map(({ position, ctr }) => [position, ctr]),
    [[2, 0.2]],
  );
  assert.deepEqual(
    cellsOf('desktop', 'ai_overview').map(({ position, ctr }) => [position, ctr]),
    [[2, 0.05]],
  );
  assert.deepEqual(
    cellsOf('mobile', 'any').map(({ position, ctr }) => [position, ctr]),
    [[3, null]],
    'too few people looked',
  );
  const { low, high } = cellsOf('desktop', 'plain')[0] ?? { low: null, high: null };
  assert.ok((low ?? 1) < 0.2 && (high ?? 0) > 0.2);
  assert.deepEqual([body.spoiled_days, body.keywords, body.span.final], [1, 2, 3]);
});
