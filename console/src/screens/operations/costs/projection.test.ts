import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#data/time/days.ts';
import { projectMonth, type DayCost } from './projection.ts';

const makeDays = (from: string, costs: readonly number[]): DayCost[] =>
  costs.map((cost, index) => ({ date: addDays(from, index), cost_usd: cost }));

test('the month goes on like the last seven full days, and today like them too', () => {
  const days = makeDays('2026-11-19', [100, 2, 2, 2, 2, 2, 2, 2, 0.5]);
  const projection = projectMonth(days);
  assert.equal(days.at(-1)?.date, '2026-11-27');
  assert.deepEqual(
    [projection.monthUsd, projection.dayUsd, projection.days, projection.restUsd, projection.endUsd],
    [114.5, 2, 7, 7.5, 122],
  );
  assert.deepEqual(projection.daysLeft, ['2026-11-28', '2026-11-29', '2026-11-30']);
});

test('days of the month before count for the average and not for the sum', () => {
  const projection = projectMonth(makeDays('2026-10-30', [4, 4, 1]));
  assert.deepEqual([projection.monthUsd, projection.dayUsd, projection.days, projection.daysLeft.length], [1, 4, 2, 29]);
  assert.equal(projection.endUsd, 1 + 3 + 4 * 29);
});

test('a day that already cost more than the average is not made cheaper, and the first day promises nothing', () => {
  assert.equal(projectMonth(makeDays('2026-11-29', [1, 5])).restUsd, 0);
  assert.deepEqual(projectMonth(makeDays('2026-11-30', [5])), { monthUsd: 5, restUsd: 0, endUsd: 5, dayUsd: null, days: 0, daysLeft: [] });
  assert.equal(projectMonth([]).endUsd, 0);
  const begun = projectMonth(makeDays('2026-11-25', [0, 0, 3, 0, 1, 0]));
  assert.deepEqual([begun.dayUsd, begun.days], [4 / 3, 3], 'days before the first cost do not count, later ones without cost do');
});
