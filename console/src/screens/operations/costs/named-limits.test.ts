import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNamedLimits, readNamedLimits } from './named-limits.ts';

test('limits by name are read line by line, and written the same way', () => {
  const limits = { 'serp-tracking': 5, key_1: 0.5 };
  assert.deepEqual(readNamedLimits(' serp-tracking 5\n\nkey_1: 0.5'), { limits, problem: undefined });
  assert.deepEqual(readNamedLimits(formatNamedLimits({ ...limits, free: null })).limits, limits);
});

test('a line that is no limit is named, and an empty text is no limit yet', () => {
  assert.deepEqual(readNamedLimits('serp-tracking 5\nx -1'), { limits: undefined, problem: '"x -1" is not a name followed by an amount' });
  assert.deepEqual(readNamedLimits(' \n'), { limits: undefined, problem: undefined });
});
