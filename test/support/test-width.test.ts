import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IS_WHOLE, takeShare, takeTurns } from './test-width.ts';

const ITEMS = Array.from({ length: 40 }, (_, at) => at);
const COMMITS = 200;
const FIRST = 1_000;

/** The commits in which a test runs, how its items are shared, and how many kinds each has. */
const WALKS = [
  { every: 1, parts: 7, kinds: 3 },
  { every: 1, parts: 5, kinds: 2 },
  { every: 1, parts: 3, kinds: 2 },
  { every: 2, parts: 7, kinds: 2 },
  { every: 2, parts: 7, kinds: 5 },
  { every: 2, parts: 7, kinds: 6 },
] as const;

for (const { every, parts, kinds } of WALKS) {
  test(`a share of ${parts} in one of ${every} commits goes through ${kinds} kinds of every item`, { skip: IS_WHOLE }, () => {
    const all = Array.from({ length: kinds }, (_, kind) => kind);
    const met = new Set<string>();
    for (let turn = FIRST; turn < FIRST + COMMITS; turn += every)
      for (const [at, item] of takeShare(ITEMS, parts, turn).entries())
        for (const kind of takeTurns(all, at, turn)) met.add(`${item} ${kind}`);
    const missing = ITEMS.flatMap((item) => all.map((kind) => `${item} ${kind}`)).filter((one) => !met.has(one));
    assert.deepEqual(missing, []);
  });
}
