import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPositionChange, toMovement, toPreviousPositions } from './position-change.ts';

test('a check is compared with the last good check of an earlier date', () => {
  const last = { checkDate: '2025-11-19', position: 6, rankGroup: 4, previousPosition: 8, previousRankGroup: 5 };
  const none = { previousPosition: null, previousRankGroup: null };
  assert.deepEqual(toPreviousPositions(last, '2025-11-20'), { previousPosition: 6, previousRankGroup: 4 });
  assert.deepEqual(toPreviousPositions(last, '2025-11-19'), { previousPosition: 8, previousRankGroup: 5 });
  assert.deepEqual(toPreviousPositions({ ...last, position: null, rankGroup: null }, '2025-11-20'), none);
  assert.deepEqual(toPreviousPositions(undefined, '2025-11-20'), none);
});

test('a change counts the positions gained', () => {
  assert.equal(toPositionChange(3, 8), 5);
  assert.equal(toPositionChange(8, 3), -5);
  assert.equal(toPositionChange(8, null), null);
  assert.equal(toPositionChange(null, 8), null);
});

test('movements have names', () => {
  assert.deepEqual(
    [toMovement(3, 8), toMovement(8, 3), toMovement(3, 3), toMovement(3, null), toMovement(null, 3), toMovement(null, null)],
    ['up', 'down', 'unchanged', 'new', 'lost', null],
  );
});
