import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatDecimal } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { listSteps, toPositionRange, toPositionTicks } from './ticks.ts';

test('labels of an axis differ from each other: counts have whole steps, shares none below a tenth of a percent', () => {
  assert.deepEqual(listSteps(formatCount).slice(0, 4), [1, 2, 5, 10]);
  assert.deepEqual(listSteps(formatDecimal).slice(0, 4), [0.1, 0.2, 0.5, 1]);
  assert.deepEqual(listSteps(formatShare).slice(0, 3), [0.001, 0.002, 0.005]);
  for (const format of [formatCount, formatDecimal, formatShare])
    for (const step of listSteps(format)) assert.equal(new Set([0, 1, 2, 3].map((at) => format(at * step))).size, 4, format(step));
});

test('positions that stand near the top are shown from 1 on', () => {
  const [top, bottom] = toPositionRange(2, 21);
  assert.ok(top < 1 && top > -1 && bottom > 21 && bottom < 25);
  assert.deepEqual(toPositionTicks(top, bottom), [1, 5, 10, 15, 20]);
  assert.deepEqual(toPositionTicks(-4, 100), [1, 20, 40, 60, 80, 100]);
  assert.deepEqual(toPositionTicks(0.8, 5.2), [1, 2, 3, 4, 5]);
});

test('positions that stand further down have the whole height, and little noise has not', () => {
  assert.deepEqual(toPositionRange(11.9, 13.2), [11.5, 13.5]);
  assert.deepEqual(toPositionTicks(11.5, 13.5), [11.5, 12, 12.5, 13, 13.5]);
  const [top, bottom] = toPositionRange(40.1, 40.2);
  assert.ok(bottom - top >= 1.5 && top < 40.1 && bottom > 40.2);
  assert.deepEqual(toPositionRange(null, null)[1] > 10, true);
});
