import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PostKey } from '#purchases/index.ts';
import { toRunId } from './run-id.ts';

const keys = fc.record({ id: fc.stringMatching(/^qc_[0-9a-f]{32}$/u), round: fc.integer({ min: 1, max: 999_999 }) });

test('all posts of a round become one run, and those of another round or page another', () => {
  fc.assert(
    fc.property(keys, keys, fc.nat(), (key, other, post) => {
      const again: PostKey = { ...key, post };
      assert.equal(toRunId(again), toRunId(key));
      assert.equal(toRunId(key) === toRunId(other), key.id === other.id && key.round === other.round);
    }),
  );
});
