import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTrendDirection } from './describe-keyword.ts';

const months = (...volumes: number[]) => volumes.map((searchVolume, at) => ({ year: 2026, month: 12 - at, searchVolume }));

test('compares the last three months with the three before', () => {
  assert.equal(toTrendDirection(months(120, 120, 120, 100, 100, 100)), 'up');
  assert.equal(toTrendDirection(months(80, 80, 80, 100, 100, 100, 900)), 'down');
  assert.equal(toTrendDirection(months(110, 100, 99, 100, 100, 100)), 'stable');
  assert.equal(toTrendDirection(months(0, 0, 0, 0, 0, 0)), 'stable');
  assert.equal(toTrendDirection(months(5, 5, 5, 0, 0, 0)), 'up');
});

test('says nothing of fewer than six months', () => {
  assert.equal(toTrendDirection(months(1, 2, 3, 4, 5)), null);
});
