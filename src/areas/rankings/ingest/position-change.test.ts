import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPositionChange, toMovement, toPreviousPosition } from './position-change.ts';

test('a check is compared with the last good check of an earlier date', () => {
  const last = { checkDate: '2025-11-19', position: 6, previousPosition: 8 };
  assert.equal(toPreviousPosition(last, '2025-11-20'), 6);
  assert.equal(toPreviousPosition(last, '2025-11-19'), 8);
  assert.equal(toPreviousPosition({ ...last, position: null }, '2025-11-20'), null);
  assert.equal(toPreviousPosition(undefined, '2025-11-20'), null);
});

test('a change counts the places gained', () => {
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
