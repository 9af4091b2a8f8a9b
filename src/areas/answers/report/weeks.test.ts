import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWeeksBefore, toWeeksThatEnd, toWeeksWithin } from './weeks.ts';

// 2026-11-16 is a Monday.
test('weeks within days are whole, but for the one of today', () => {
  assert.deepEqual(toWeeksWithin({ from: '2026-11-02', to: '2026-11-15' }, '2026-11-30'), { from: '2026-11-02', to: '2026-11-09' });
  assert.deepEqual(toWeeksWithin({ from: '2026-11-03', to: '2026-11-17' }, '2026-11-30'), { from: '2026-11-09', to: '2026-11-09' });
  assert.deepEqual(toWeeksWithin({ from: '2026-11-03', to: '2026-11-17' }, '2026-11-17'), { from: '2026-11-09', to: '2026-11-16' });
  assert.equal(toWeeksWithin({ from: '2026-11-17', to: '2026-11-20' }, '2026-11-20'), undefined);
  assert.equal(toWeeksWithin({ from: '2026-11-16', to: '2026-11-20' }, '2026-11-30'), undefined);
});

test('weeks that end between two instants are those that are over at the second, each once', () => {
  const between = (after: string, by: string) => toWeeksThatEnd({ after: new Date(after), by: new Date(by) });
  // Monday, 07:00, in Berlin and in Auckland, where the week of UTC is not over yet.
  assert.deepEqual(between('2026-11-16T06:00:00Z', '2026-11-23T06:00:00Z'), { from: '2026-11-16', to: '2026-11-16' });
  assert.deepEqual(between('2026-11-15T18:00:00Z', '2026-11-22T18:00:00Z'), { from: '2026-11-09', to: '2026-11-09' });
  assert.deepEqual(between('2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'), { from: '2026-11-16', to: '2026-11-16' });
  assert.deepEqual(between('2026-11-01T07:00:00Z', '2026-12-01T07:00:00Z'), { from: '2026-10-26', to: '2026-11-23' });
  assert.equal(between('2026-11-17T07:00:00Z', '2026-11-18T07:00:00Z'), undefined);
});

test('what is compared with are as many weeks before, or those of a year before', () => {
  assert.deepEqual(toWeeksBefore({ from: '2026-11-02', to: '2026-11-16' }), { from: '2026-10-12', to: '2026-10-26' });
  assert.deepEqual(toWeeksBefore({ from: '2026-11-02', to: '2026-11-16' }, 365), { from: '2025-11-03', to: '2025-11-17' });
});
