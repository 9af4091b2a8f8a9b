import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, countDaysBetween, listDays } from './days.ts';

const Day = fc
  .date({ min: new Date('1970-01-02'), max: new Date('2149-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const Count = fc.integer({ min: -400, max: 400 });

test('days go over the ends of months, leap days and years', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2025-02-28', 1), '2025-03-01');
  assert.equal(addDays('2025-12-31', 1), '2026-01-01');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(addDays('2100-02-28', 1), '2100-03-01');
});

test('there and back again is the same day, and as many days lie between', () => {
  fc.assert(
    fc.property(Day, Count, (day, count) => {
      assert.equal(addDays(addDays(day, count), -count), day);
      assert.equal(countDaysBetween(day, addDays(day, count)), count);
      assert.equal(addDays(day, count) < day, count < 0);
    }),
  );
});

test('every day between two is listed once, in order', () => {
  fc.assert(
    fc.property(Day, Count, (day, count) => {
      const days = listDays(day, addDays(day, count));
      assert.equal(days.length, Math.max(0, count + 1));
      assert.ok(days.every((one, at) => one === addDays(day, at)));
    }),
  );
});
