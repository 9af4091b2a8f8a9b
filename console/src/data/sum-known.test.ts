import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sumKnown } from './sum-known.ts';

test('adds up what is known, and says when nothing is: that is not 0', () => {
  const sum = (...values: (number | null | undefined)[]) => sumKnown(values, (value) => value);
  assert.deepEqual([sum(1, null, 2), sum(0, undefined), sum(), sum(null, undefined)], [3, 0, 0, null]);
});
