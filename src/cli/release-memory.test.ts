import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectAll, makeRestWatch } from './release-memory.ts';

test('memory is given back in the first quiet minute after the start, and after each work', () => {
  const isDue = makeRestWatch();
  const shares = [0.5, 0.03, 0.02, 0.04, 0.9, 0.9, 0.05, 0.01];
  assert.deepEqual(
    shares.map((share) => isDue(share)),
    [false, true, false, false, false, false, true, false],
  );
});

test('a start that was short counts as work', () => {
  assert.equal(makeRestWatch()(0.01), true);
});

test('an object without a reference is collected', async () => {
  const held = new WeakRef(Array.from({ length: 100_000 }, (_, place) => ({ place })));
  // A reference that was looked at is held until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectAll();
  assert.equal(held.deref(), undefined);
});
