import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOwnLimits, sharedLimit, withSharedLimit } from './shared-limit.ts';

test('changing the limit of all projects leaves those with a limit of their own', () => {
  const limit = { default: 5, proj_a: 2, proj_b: null };
  assert.equal(sharedLimit(limit), 5);
  assert.deepEqual(withSharedLimit(limit, 7), { default: 7, proj_a: 2, proj_b: null });
  assert.deepEqual(withSharedLimit(limit, null), { default: null, proj_a: 2, proj_b: null });
  assert.deepEqual(listOwnLimits(limit), [
    { projectId: 'proj_a', limitUsd: 2 },
    { projectId: 'proj_b', limitUsd: null },
  ]);
});

test('where no project has a limit of its own, one number holds', () => {
  assert.deepEqual([sharedLimit(3), sharedLimit(null), sharedLimit({ proj_a: 2 })], [3, null, null]);
  assert.deepEqual([withSharedLimit(3, 4), withSharedLimit(null, 4), withSharedLimit({ default: 1 }, 4)], [4, 4, 4]);
});
