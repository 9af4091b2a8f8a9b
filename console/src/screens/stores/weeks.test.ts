import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFirstDay, toWeekKey } from '#kernel/weeks.ts';
import { addDays } from '#data/time/days.ts';
import { addWeeks, formatWeek, listWeeksUpTo, toMonday, toWeek } from './weeks.ts';

test('names weeks as the service does, over ten years', () => {
  for (let day = '2020-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
    assert.equal(toWeek(day), toWeekKey(day), day);
    assert.equal(toMonday(toWeek(day)), toFirstDay(toWeekKey(day)), day);
  }
});

test('steps over a year of 53 weeks', () => {
  assert.equal(addWeeks('202653', 1), '202701');
  assert.equal(addWeeks('202701', -1), '202653');
  assert.deepEqual(listWeeksUpTo('202702', 4), ['202652', '202653', '202701', '202702']);
});

test('says the days of a week', () => {
  assert.equal(formatWeek('202648'), 'Week 48, Nov 23 to Nov 29, 2026');
});
