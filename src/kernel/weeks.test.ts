import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from './days.ts';
import { addWeeks, listWeeks, toFirstDay, toLastDay, toWeekKey, toYearWeek } from './weeks.ts';

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

const Monday = fc.integer({ min: 0, max: 9_000 }).map((weeks) => addDays('1970-01-05', weeks * 7));

test('all days of a week have its number, the next week another one that sorts after it', () => {
  fc.assert(
    fc.property(Monday, fc.integer({ min: 0, max: 6 }), (monday, weekday) => {
      const week = toYearWeek(monday);
      assert.match(week, /^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/u);
      assert.equal(toYearWeek(addDays(monday, weekday)), week);
      assert.ok(toYearWeek(addDays(monday, 7)) > week);
    }),
  );
});

test('weeks are counted through: the number goes up by one, or begins again after week 52 or 53', () => {
  fc.assert(
    fc.property(Monday, (monday) => {
      const [year, week] = toYearWeek(monday).split('-W').map(Number) as [number, number];
      const [nextYear, nextWeek] = toYearWeek(addDays(monday, 7)).split('-W').map(Number) as [number, number];
      if (nextYear === year) assert.equal(nextWeek, week + 1);
      else assert.deepEqual([nextYear, nextWeek, week >= 52], [year + 1, 1, true]);
    }),
  );
});

test('the fourth of January is always in week 1, the twenty-eighth of December always in the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2148 }), (year) => {
      assert.equal(toYearWeek(`${year}-01-04`), `${year}-W01`);
      assert.match(toYearWeek(`${year}-12-28`), new RegExp(`^${year}-W5[23]$`, 'u'));
    }),
  );
});

test('a week is known by six digits, also where a year has 53 of them', () => {
  assert.equal(toWeekKey('2026-11-22'), '202647');
  assert.equal(toWeekKey('2027-01-03'), '202653');
  assert.equal(toWeekKey('2027-01-04'), '202701');
  assert.equal(toFirstDay('202653'), '2026-12-28');
  assert.equal(toLastDay('202653'), '2027-01-03');
  assert.equal(addWeeks('202653', 1), '202701');
  assert.equal(addWeeks('202701', -1), '202653');
  assert.equal(addWeeks('202101', -52), '202002');
  assert.deepEqual(listWeeks('202652', '202702'), ['202652', '202653', '202701', '202702']);
  assert.deepEqual(listWeeks('202702', '202652'), []);
});

test('the first and the last day of a week are its own and no others', () => {
  fc.assert(
    fc.property(Monday, (monday) => {
      const week = toWeekKey(monday);
      assert.equal(toFirstDay(week), monday);
      assert.equal(toLastDay(week), addDays(monday, 6));
      assert.notEqual(toWeekKey(addDays(toLastDay(week), 1)), week);
      assert.notEqual(toWeekKey(addDays(toFirstDay(week), -1)), week);
    }),
  );
});

test('weeks are added as days are, there and back, and their texts sort as they do', () => {
  fc.assert(
    fc.property(Monday, fc.integer({ min: -600, max: 600 }), (monday, weeks) => {
      const week = toWeekKey(monday);
      const other = addWeeks(week, weeks);
      assert.equal(other, toWeekKey(addDays(monday, weeks * 7)));
      assert.equal(addWeeks(other, -weeks), week);
      assert.equal(Math.sign(Number(other) - Number(week)), Math.sign(weeks));
    }),
  );
});

test('a list of weeks has each once, from the first to the last', () => {
  fc.assert(
    fc.property(Monday, fc.integer({ min: 0, max: 120 }), (monday, count) => {
      const first = toWeekKey(monday);
      const weeks = listWeeks(first, addWeeks(first, count));
      assert.equal(weeks.length, count + 1);
      assert.deepEqual(weeks, [...new Set(weeks)].toSorted());
      assert.deepEqual([weeks[0], weeks.at(-1)], [first, addWeeks(first, count)]);
    }),
  );
});
