import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSamples, findFirstMinute, listMinutes, type MinuteHistory } from './minute-history.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');
const NONE: MinuteHistory = new Map();

test('a minute keeps the highest value, and minutes that were not seen stay unknown', () => {
  const history = addSamples(NONE, [
    { name: 'a', atMs: NOON, value: 3 },
    { name: 'a', atMs: NOON + 59_000, value: 1 },
    { name: 'b', atMs: NOON + 1000, value: 0 },
    { name: 'a', atMs: NOON + 120_000, value: 2 },
  ]);
  const minutes = listMinutes(history, NOON + 150_000);
  assert.equal(minutes.length, 60);
  assert.deepEqual(
    minutes.slice(-3).map(({ values }) => values && Object.fromEntries(values)),
    [{ a: 3, b: 0 }, undefined, { a: 2 }],
  );
  assert.equal(minutes[0]?.values, undefined);
  assert.equal(findFirstMinute(history), NOON);
});

test('what is older than an hour is dropped, and the history before stays as it was', () => {
  const before = addSamples(NONE, [{ name: 'a', atMs: NOON, value: 1 }]);
  const after = addSamples(before, [{ name: 'a', atMs: NOON + 3_600_000, value: 2 }]);
  assert.deepEqual([...after.keys()], [NOON + 3_600_000]);
  assert.deepEqual([...before.keys()], [NOON]);
  assert.equal(findFirstMinute(NONE), undefined);
});
