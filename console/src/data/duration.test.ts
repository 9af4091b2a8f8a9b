import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration } from './duration.ts';

test('a duration has the two units that matter', () => {
  const durations = [0, 12.4, 999, 1000, 4319, 42_000, 60_000, 80_500, 7_500_000, 86_400_000, 273_600_000].map((ms) => formatDuration(ms));
  assert.deepEqual(durations, ['0 ms', '12 ms', '999 ms', '1 s', '4.3 s', '42 s', '1 min', '1 min 20 s', '2 h 5 min', '1 d', '3 d 4 h']);
  assert.deepEqual([formatDuration(null), formatDuration(undefined)], ['–', '–']);
});
