import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWorldTime } from './world-time.ts';

test('a simulated world is at the end of its day, so that nothing of the day lies ahead', () => {
  const real = new Date('2026-11-23T10:30:00.000Z');
  assert.equal(toWorldTime(real, '2026-12-01').toISOString(), '2026-12-01T23:59:59.000Z');
  assert.equal(toWorldTime(real, undefined), real);
});
