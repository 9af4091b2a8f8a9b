import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, countDays, isDay, isWeekend, listDays, toDay, toWeekday, toYearBefore } from './days.ts';

test('days are counted over the ends of months and years, and over the change of clocks', () => {
  assert.equal(addDays('2026-02-27', 2), '2026-03-01');
  assert.equal(addDays('2024-02-27', 2), '2024-02-29');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(countDays('2026-03-28', '2026-03-30'), 2);
  assert.equal(countDays('2026-03-30', '2026-03-28'), -2);
  assert.deepEqual(listDays('2026-02-28', '2026-03-01'), ['2026-02-28', '2026-03-01']);
  assert.deepEqual(listDays('2026-03-01', '2026-02-28'), []);
});

test('a day that the calendar lacks is none', () => {
  assert.equal(isDay('2026-11-23'), true);
  for (const text of ['2026-02-30', '2026-13-01', '23.11.2026', '2026-11-23T00:00', '']) assert.equal(isDay(text), false, text);
});

test('an instant is another day in another zone', () => {
  const instant = new Date('2026-11-23T22:30:00Z');
  assert.equal(toDay(instant, 'UTC'), '2026-11-23');
  assert.equal(toDay(instant, 'Europe/Berlin'), '2026-11-23');
  assert.equal(toDay(instant, 'Asia/Tokyo'), '2026-11-24');
  assert.equal(toDay(instant, 'America/Los_Angeles'), '2026-11-23');
});

test('weekdays begin on Monday', () => {
  assert.equal(toWeekday('2026-11-23'), 0);
  assert.equal(toWeekday('2026-11-29'), 6);
  assert.deepEqual(['2026-11-27', '2026-11-28', '2026-11-29'].map(isWeekend), [false, true, true]);
});

test('a year before 29 February is 28 February', () => {
  assert.equal(toYearBefore('2024-02-29'), '2023-02-28');
  assert.equal(toYearBefore('2026-11-23'), '2025-11-23');
});
