import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toYearWeek } from './weeks.ts';

test('a week belongs to the year of its Thursday', () => {
  assert.equal(toYearWeek('2026-01-01'), '2026-W01');
  assert.equal(toYearWeek('2027-01-01'), '2026-W53');
  assert.equal(toYearWeek('2024-12-30'), '2025-W01');
  assert.equal(toYearWeek('2023-01-01'), '2022-W52');
});

test('a week runs from Monday to Sunday', () => {
  assert.equal(toYearWeek('2025-11-16'), '2025-W46');
  assert.equal(toYearWeek('2025-11-17'), '2025-W47');
  assert.equal(toYearWeek('2025-11-23'), '2025-W47');
});
