import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSparkPath } from './spark-path.ts';

test('gaps break the line, lone values are dots, and the best position stands at the top', () => {
  const { lines, dots } = toSparkPath([1, 9, null, 5, null, 9, 1], { width: 64, height: 20, isReversed: true });
  assert.equal(lines, 'M2 2L12 18M52 18L62 2');
  assert.deepEqual(dots, [{ x: 32, y: 10 }]);
});

test('no values make no line, and equal ones a flat one in the middle', () => {
  assert.deepEqual(toSparkPath([null, null], { width: 64, height: 20, isReversed: false }), { lines: '', dots: [] });
  assert.equal(toSparkPath([4, 4], { width: 64, height: 20, isReversed: true }).lines, 'M2 10L62 10');
});
