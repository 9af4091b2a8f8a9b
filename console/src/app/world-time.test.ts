import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { makeClocks } from './world-time.ts';

const DAY_MS = 86_400_000;

test('the clock of a simulated world runs beside the real one', () => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T10:30:00.000Z') });
  const clocks = makeClocks(3 * DAY_MS);
  assert.equal(clocks.world().toISOString(), '2026-11-26T10:30:00.000Z');
  assert.equal(clocks.real().toISOString(), '2026-11-23T10:30:00.000Z');
  mock.timers.tick(60_000);
  assert.equal(clocks.world().toISOString(), '2026-11-26T10:31:00.000Z');
  assert.equal(makeClocks(0).world().toISOString(), clocks.real().toISOString());
  mock.timers.reset();
});
