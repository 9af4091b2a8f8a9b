import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTimeline } from './timeline.ts';

test('alerts are counted by the day on which they began, and a day without one is a gap', () => {
  const { days, lines } = toTimeline([{ day: '2026-11-02' }, { day: '2026-11-02' }], { from: '2026-11-01', to: '2026-11-03' }, []);
  assert.deepEqual(days, ['2026-11-01', '2026-11-02', '2026-11-03']);
  assert.deepEqual(lines[0]?.values, [null, 2, null]);
});
