import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Keywords } from '../table/keywords.ts';
import { isInState, toCheckPlan } from './plan.ts';

const NOON = Date.UTC(2026, 10, 23, 12);
const DAY_MS = 86_400_000;
const INTERVALS = ['daily', 'weekly', 'monthly', 'manual', 'daily'];
const STATUSES = ['ranked', 'failed', 'pending', 'ranked', 'ranked'];

/** Overdue daily, weekly from tomorrow, monthly beyond the plan, manual, paused. */
const keywords = {
  count: 5,
  columns: {
    next_check_at: [NOON - 2 * DAY_MS, NOON + DAY_MS, NOON + 40 * DAY_MS, null, NOON],
    is_paused: [false, false, false, false, true],
    cost_usd: [0.5, null, 1, 1, 1],
  },
  textOf: (name: string, row: number) => (name === 'status' ? STATUSES[row] : INTERVALS[row]) ?? null,
} as unknown as Keywords;

test('overdue checks are due today, the others come again by their interval', () => {
  const plan = toCheckPlan(keywords, { today: '2026-11-23', count: 9, timeZone: 'UTC' });
  assert.deepEqual(plan.checks, [1, 2, 1, 1, 1, 1, 1, 1, 2]);
  assert.deepEqual(plan.costUsd, Array(9).fill(0.5));
  assert.equal(plan.unpriced, 2, 'both checks of the keyword that nothing is known of');
  assert.equal(plan.days.at(-1), '2026-12-01');
});

test('a row is in the states that fit it', () => {
  const rowsIn = (state: Parameters<typeof isInState>[2]): number[] =>
    [0, 1, 2, 3, 4].filter((row) => isInState(keywords, row, state, NOON));
  assert.deepEqual(rowsIn('due'), [0]);
  assert.deepEqual(rowsIn('failed'), [1]);
  assert.deepEqual(rowsIn('pending'), [2]);
  assert.deepEqual(rowsIn('manual'), [3]);
  assert.equal(rowsIn('all').length, 5);
});
