import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFeatureCharts } from './charts.ts';

test('shares are of what was checked, a day without a check is a gap, and the assistant comes first', () => {
  const charts = toFeatureCharts(
    {
      success: true,
      project_id: 'proj_1',
      time_zone: 'UTC',
      from: '2026-11-01',
      to: '2026-11-03',
      group_by: 'day',
      days: ['2026-11-01', '2026-11-02', '2026-11-03'],
      checked: [10, 0, 20],
      features: [
        { feature: 'images', keywords: [5, null, 10], ours: null },
        { feature: 'ai_overview', keywords: [2, null, 5], ours: [1, null, 0], loaded: [1, null, 3] },
      ],
    },
    [],
  );
  assert.deepEqual(
    charts.map(({ title, note, spec }) => ({ title, note, lines: spec.lines.map(({ values }) => values) })),
    [
      {
        title: 'AI overview',
        note: 'Last day: 5 of 20 checked keywords, 0 of 3 that were loaded cite a site of yours.',
        lines: [
          [0.2, null, 0.25],
          [0.1, null, 0],
        ],
      },
      {
        title: 'Images',
        note: 'Last day: 10 of 20 checked keywords, whose results are kept without the sites they lead to.',
        lines: [[0.5, null, 0.5]],
      },
    ],
  );
});
