import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILED, NOT_MEASURED } from '#ui/charts/position-bands.ts';
import { countFirst } from './first-checks.ts';
import type { Keywords } from './table/keywords.ts';

const STATUSES = ['ranked', 'not_found', 'failed', 'pending', 'pending', 'pending'];

const keywords = {
  count: 6,
  columns: { next_check_at: [300, 200, 400, 500, null, 600], is_paused: [false, false, false, false, false, true] },
  statusOf: (row: number) => STATUSES[row],
  positionOf: (row: number) => (row === 0 ? 4 : null),
  sparkOf: (row: number) => Uint8Array.of(row === 2 ? FAILED : NOT_MEASURED, row < 2 ? 4 : NOT_MEASURED),
} as unknown as Keywords;

test('of first checks those are on their way that a check is planned for', () => {
  const { waiting, ranked, notFound, failed } = countFirst(keywords);
  assert.deepEqual({ waiting, ranked, notFound, failed }, { waiting: 1, ranked: 1, notFound: 1, failed: 1 });
});

test('days count once, a day without a good check not, and the first planned check is the next', () => {
  const { days, best, nextAt } = countFirst(keywords);
  assert.deepEqual([days, best, nextAt], [1, 4, 200]);
});
