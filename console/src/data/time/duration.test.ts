import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration, toRoundStep } from './duration.ts';

test('a duration has the two units that matter', () => {
  const durations = [0, 12.4, 999, 1000, 4319, 42_000, 60_000, 80_500, 7_500_000, 86_400_000, 273_600_000].map((ms) => formatDuration(ms));
  assert.deepEqual(durations, ['0 ms', '12 ms', '999 ms', '1 s', '4.3 s', '42 s', '1 min', '1 min 20 s', '2 h 5 min', '1 d', '3 d 4 h']);
  assert.deepEqual([formatDuration(null), formatDuration(undefined)], ['–', '–']);
});

test('marks of an axis of time stand at distances that people count in', () => {
  const steps = [1, 4319, 60_000, 600_000, 8_000_000, 86_340_000, 1_000_000_000].map((ms) => formatDuration(toRoundStep(ms, 5)));
  assert.deepEqual(steps, ['1 ms', '1 s', '15 s', '2 min', '30 min', '6 h', '3 d']);
});
