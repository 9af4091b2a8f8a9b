import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#data/time/days.ts';
import { describeDaily, describeMonthly, simulateDaily, simulateMonthly } from './budget-simulation.ts';

/** 1, 2, 3, 4, 5 dollars from 28 October to 1 November, then 10 a day to the 5th. */
const DAYS = [1, 2, 3, 4, 5, 10, 10, 10, 10].map((cost, index) => ({ date: addDays('2026-10-28', index), cost_usd: cost }));

test('a limit per day stops the days that cost more', () => {
  assert.deepEqual(simulateDaily(DAYS, 4).days, ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']);
  assert.deepEqual(simulateDaily(DAYS, 10).days, []);
  assert.deepEqual(simulateDaily(DAYS, null).days, []);
  assert.equal(describeDaily(DAYS, 4), 'Would have stopped on 5 days of the last 9, last on Nov 5, 2026.');
  assert.equal(describeDaily(DAYS, 10), 'None of the last 9 days would have stopped.');
});

test('a limit per month stops when the days of this month together exceed it', () => {
  assert.deepEqual(simulateMonthly(DAYS, 20), { day: '2026-11-03', monthUsd: 45 });
  assert.deepEqual(simulateMonthly(DAYS, 45), { day: undefined, monthUsd: 45 });
  assert.deepEqual(simulateMonthly(DAYS, 0).day, '2026-11-01');
  assert.equal(describeMonthly(DAYS, 20), 'Would have stopped on Nov 3, 2026.');
  assert.equal(describeMonthly(DAYS, 50), 'Would not have stopped this month: $45.00 so far.');
  assert.equal(describeMonthly([], 50), 'Would not have stopped this month: $0.00 so far.');
});
