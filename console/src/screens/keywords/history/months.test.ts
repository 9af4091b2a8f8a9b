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
    { label: 'Nov 2025', parts: [{ name: 'Searches', value: 70 }] },
    { label: 'Dec 2025: not known', parts: [] },
    { label: 'Jan 2026', parts: [{ name: 'Searches', value: 90 }] },
    { label: 'Feb 2026', parts: [{ name: 'Searches', value: 0 }] },
  ]);
  assert.deepEqual(toMonthBars([]), []);
});
