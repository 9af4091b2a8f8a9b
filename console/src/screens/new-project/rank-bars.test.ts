import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRankBars } from './rank-bars.ts';

test('known keywords are counted by their position', () => {
  const bars = toRankBars([1, 3, 4, 21, 80, null].map((position, at) => ({ position, checked_at: `2026-11-2${9 - at}T00:00:00Z` })));
  assert.deepEqual(
    bars.map(({ label, parts }) => [label, parts[0]?.value]),
    [
      ['1–3', 2],
      ['4–10', 1],
      ['11–20', 0],
      ['21–50', 1],
      ['51+', 1],
    ],
  );
  assert.deepEqual(new Set(bars.map(({ reading }) => reading?.checkedAt)), new Set(['2026-11-24T00:00:00Z']), 'the oldest reading');
});
