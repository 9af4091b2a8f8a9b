import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTurn } from './find-turn.ts';

/** Checks on days one after the other; null: not found among a hundred results. */
function walk(...positions: (number | null)[]) {
  const reading = { checkedAt: null, checkedDepth: 100, provider: null, costUsd: null };
  return positions.map((position, day) => ({ day, position, reading }));
}

function findDays(...positions: (number | null)[]) {
  const turn = findTurn(walk(...positions));
  return turn && [turn.from.day, turn.to.day];
}

test('a fall comes from the step that lost most and was not made up for', () => {
  assert.deepEqual(findDays(20, 48), [0, 1]);
  assert.deepEqual(findDays(20, 21, 48, 47), [1, 2]);
  assert.deepEqual(findDays(20, 22, 30, 48), [2, 3]);
  assert.deepEqual(findDays(5, 60, 6, 12), [2, 3], 'a dip that was made up for is none');
  assert.deepEqual(findDays(3, null, 60), [0, 1], 'a keyword that was lost and came back lower fell when it was lost');
  assert.deepEqual(findDays(3, 40, null), [1, 2]);
});

test('a rise comes from the step that gained most and was kept', () => {
  assert.deepEqual(findDays(48, 20), [0, 1]);
  assert.deepEqual(findDays(null, null, 30, 28), [1, 2]);
  assert.deepEqual(findDays(50, 4, 49, 30), [2, 3]);
});

test('of equal steps the last one counts, and without a move there is none', () => {
  assert.deepEqual(findDays(10, 15, 20), [1, 2]);
  assert.equal(findDays(7, 90, 7), undefined);
  assert.equal(findDays(null, null), undefined);
  assert.equal(findDays(7), undefined);
  assert.equal(findDays(), undefined);
});
