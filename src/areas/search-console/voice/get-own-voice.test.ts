import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeTracked } from '../../../../test/support/rankings-world.ts';
import { bindProperty, writeDays } from '../../../../test/support/search-console-rows.ts';
import { getOwnVoice } from './get-own-voice.ts';
import { OwnVoiceResponse, toOwnVoiceBody } from './wire.ts';

test('share of voice by the own curve stands beside the fixed one, which is shown until another is chosen', async (t) => {
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
  assert.deepEqual(
    [none.lacks?.reason, none.curves, none.days.map(({ own_curve: own }) => own), none.share_of_voice_weighing.by],
    ['no_property', [], [null, null], 'fixed_curve'],
  );
  assert.equal(none.days[0]?.fixed_curve, null, 'nothing was known yet');
  const property = await bindProperty(postgres, projectId);
  assert.equal((await read()).lacks?.reason, 'no_days');
  const count = (query: string, clicks: number, position: number, device = 'desktop') => ({
    query,
    clicks,
    impressions: 1_000,
    position,
    device,
  });
  const desktop = [count('a', 400, 1), count('b', 200, 2), count('c', 100, 3), count('d', 50, 4)];
  await writeDays(ctx, property, [{ day: '2026-11-15', queries: desktop.slice(1, 4) }]);
  assert.equal((await read()).lacks?.reason, 'too_few');
  await writeDays(ctx, property, [{ day: '2026-11-14', queries: [desktop[0] ?? assert.fail(), count('a', 300, 1, 'mobile')] }]);
  const body = await read();
  assert.deepEqual([body.lacks, body.is_chosen, body.curves.map(({ device }) => device)], [null, false, ['desktop']]);
  assert.deepEqual(
    [body.curves[0]?.known_positions, body.curves[0]?.rates.slice(0, 5)],
    [
      [1, 2, 3, 4],
      [0.4, 0.2, 0.1, 0.05, null],
    ],
  );
  // Below the last known place the fixed curve goes on: half of the clicks for twice the place.
  const deeper = Array.from({ length: 96 }, (_none, at) => (50 * 4) / (at + 5)).reduce((sum, clicks) => sum + clicks, 0);
  const expected = (100 * 400 + 200 * 100) / (750 + deeper) / 600;
  const last = body.days.at(-1);
  assert.ok(Math.abs((last?.own_curve ?? 0) - expected) < 1e-5, `${last?.own_curve} ${expected}`);
  assert.deepEqual([last?.fixed_curve, last?.shown], [none.days.at(-1)?.fixed_curve, none.days.at(-1)?.fixed_curve], 'nothing is chosen');
});
