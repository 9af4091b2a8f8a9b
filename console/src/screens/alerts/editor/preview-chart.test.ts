import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPreviewChart } from './preview-chart.ts';

const DAY = { alerts: 0, items: 0, suppressed: 0 };

test('a day that was not judged is a gap with its reason, and a quiet day is 0', () => {
  const { lines, failedDays, failedSaid } = toPreviewChart(
    [
      { ...DAY, day: '2026-11-01', measured: true, failed_share: 0, alerts: 2 },
      { ...DAY, day: '2026-11-02', measured: true, failed_share: 0.1 },
      { ...DAY, day: '2026-11-03', measured: false, failed_share: 0.3 },
      { ...DAY, day: '2026-11-04', measured: false, failed_share: null },
    ],
    [],
  );
  assert.deepEqual(lines[0]?.values, [2, 0, null, null]);
  assert.deepEqual([...(failedDays ?? [])], ['2026-11-03', '2026-11-04']);
  assert.deepEqual([...(failedSaid?.values() ?? [])], ['not judged: 30 % of the checks failed', 'no checks']);
});
