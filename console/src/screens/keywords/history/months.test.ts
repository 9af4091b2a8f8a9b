import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMonthBars } from './months.ts';

test('months stand in their order, and one that is not known says so', () => {
  const months = [
    { year: 2026, month: 2, search_volume: 0 },
    { year: 2026, month: 1, search_volume: 90 },
    { year: 2025, month: 11, search_volume: 70 },
  ];
  assert.deepEqual(toMonthBars(months), [
    { label: '2025-11', parts: [{ name: 'Searches', value: 70 }] },
    { label: '2025-12: not known', parts: [] },
    { label: '2026-01', parts: [{ name: 'Searches', value: 90 }] },
    { label: '2026-02', parts: [{ name: 'Searches', value: 0 }] },
  ]);
  assert.deepEqual(toMonthBars([]), []);
});
