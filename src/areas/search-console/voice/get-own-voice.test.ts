import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeTracked } from '../../../../test/support/rankings-world.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { toCells } from '../ctr-curve/curve.ts';
import { getOwnVoice } from './get-own-voice.ts';
import { toWeights } from './weights.ts';
import { OwnVoiceResponse, toOwnVoiceBody } from './wire.ts';

const cell = (position: number, clicks: number, impressions = 1_000) => ({
  device: 'desktop',
  kind: 'any' as const,
  position,
  clicks,
  impressions,
});

test('weights add up to 1, fall with the place, and are not made of too little', () => {
  const weights = toWeights(toCells([cell(1, 300), cell(2, 100), cell(3, 120), cell(5, 50), cell(9, 500, 499)]));
  assert.deepEqual(weights?.known, [1, 2, 3, 5]);
  assert.ok(Math.abs(weights.byPosition.reduce((sum, one) => sum + one, 0) - 1) < 1e-9);
  assert.deepEqual(
    weights.byPosition.slice(0, 6).map((weight) => (weight / (weights.byPosition[0] ?? 1)).toFixed(3)),
    ['1.000', '0.333', '0.333', '0.283', '0.167', '0.000'],
  );
  assert.equal(toWeights(toCells([cell(1, 300), cell(2, 100), cell(3, 50)])), undefined, 'three places');
  assert.equal(toWeights(toCells([cell(4, 30), cell(5, 20), cell(6, 10), cell(7, 5)])), undefined, 'nothing of the first places');
});

test('share of voice by the own curve stands beside the fixed one, which stays as it is', async (t) => {
  const world = await openGridWorld(t);
  const { ctx, projectId, postgres, clickhouse } = world;
  world.moveTo('2026-11-18T10:00:00Z');
  const [first, second, third] = await Promise.all(['one', 'two', 'three'].map((text) => makeTracked(postgres, projectId, text)));
  assert.ok(first && second && third);
  for (const [at, { keywordId }] of [first, second, third].entries())
    await clickhouse.insertLines(
      'keyword_snapshots',
      JSON.stringify({ keyword_id: keywordId, captured_at: '2026-11-01 00:00:00', search_volume: 100 * (at + 1) }),
      `volume ${at}`,
    );
  await world.check(first, { 'mine.com': 1 });
  await world.check(second, { 'mine.com': 3 });
  await world.check(third, {});
  const read = async () =>
    OwnVoiceResponse.parse(toOwnVoiceBody(await getOwnVoice(ctx, { projectId, startDate: '2026-11-17', endDate: '2026-11-18' })));
  const none = await read();
  assert.deepEqual([none.weighed_by, none.weights, none.days.map(({ own_curve: own }) => own)], ['nothing', null, [null, null]]);
  assert.equal(none.days[0]?.fixed_curve, null, 'nothing was known yet');
  const property = await bindProperty(postgres, projectId);
  const count = (query: string, clicks: number, position: number) => ({ query, clicks, impressions: 1_000, position });
  await writeDays(ctx, property, [
    { day: '2026-11-15', queries: [count('a', 400, 1), count('b', 200, 2), count('c', 100, 3), count('d', 50, 4)] },
  ]);
  const body = await read();
  assert.deepEqual([body.weighed_by, body.known_positions], ['own_click_curve', [1, 2, 3, 4]]);
  const last = body.days.at(-1);
  const expected = (100 * 400 + 200 * 100) / 750 / 600;
  assert.ok(Math.abs((last?.own_curve ?? 0) - expected) < 1e-5, `${last?.own_curve} ${expected}`);
  assert.equal(last?.fixed_curve, none.days.at(-1)?.fixed_curve);
});
