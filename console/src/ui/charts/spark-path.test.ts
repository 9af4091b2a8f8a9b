import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSparkPath } from './spark-path.ts';

test('gaps break the line, lone values are dots, and the best position stands at the top', () => {
  const { lines, dots } = toSparkPath([1, 100, null, 10, null, 100, 1], { width: 64, height: 20, arePositions: true });
  assert.equal(lines, 'M2 2L12 18M52 18L62 2');
  assert.deepEqual(dots, [{ x: 32, y: 10 }]);
});

test('rows of positions can be compared: from 8 to 7 is a smaller step than from 20 to 5', () => {
  const toStep = (values: readonly number[]): number => {
    const [, first = 0, last = 0] =
      /M\S+ (\S+)L\S+ (\S+)/u.exec(toSparkPath(values, { width: 64, height: 20, arePositions: true }).lines)?.map(Number) ?? [];
    return first - last;
  };
  assert.ok(toStep([8, 7]) > 0 && toStep([8, 7]) < 1, `${toStep([8, 7])}`);
  assert.ok(toStep([20, 5]) > 4, `${toStep([20, 5])}`);
});

test('no values make no line, and equal ones a flat one in the middle', () => {
  assert.deepEqual(toSparkPath([null, null], { width: 64, height: 20, arePositions: false }), { lines: '', dots: [] });
  assert.equal(toSparkPath([4, 4], { width: 64, height: 20, arePositions: false }).lines, 'M2 10L62 10');
});
