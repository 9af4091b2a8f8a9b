import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewMover } from '#client';
import { sayCause } from './cause.ts';

const mover = (keyword: string, [before, now]: readonly (number | null)[], volume: number | null): OverviewMover =>
  ({
    keyword,
    previous_position: before,
    position: now,
    rank_absolute: now,
    search_volume: volume,
    places: Math.abs((before ?? 101) - (now ?? 101)),
  }) as OverviewMover;

type Moves = Parameters<typeof sayCause>[0]['moves'];

/** @param down how many fell in all */
function sayFall(moved: { readonly lost?: OverviewMover[]; readonly down?: OverviewMover[] }, down = 1): string | undefined {
  const counts = { up: 0, new: 0, unchanged: 0, lost: moved.lost?.length ?? 0, down };
  return sayCause(
    { moves: { up: [], new: [], lost: [], down: [], ...moved, counts } as unknown as Moves, position_scale: 'organic' },
    false,
  );
}

const FURTHEST = mover('billing app', [60, null], 90);
const DEAREST = mover('invoice generator', [1, 3], 27_100);

test('the move that costs the most visits is why the share fell, not the one of the most places', () => {
  assert.equal(sayFall({ lost: [FURTHEST], down: [DEAREST] }), '“invoice generator” (1 → 3) costs most, about 3,483 visits a month.');
});

test('what is not all of them is not said of all', () => {
  assert.match(sayFall({ lost: [FURTHEST], down: [DEAREST] }, 40) ?? '', /^Of the 2 that fell furthest, “invoice generator”/u);
  const unknown = mover('rain coats', [5, 50], null);
  assert.match(sayFall({ lost: [FURTHEST, unknown], down: [DEAREST] }) ?? '', /^Of the 2 with a known search volume, “invoice generator”/u);
  assert.equal(sayFall({ down: [unknown, DEAREST] }, 2), '“invoice generator” (1 → 3) costs about 3,483 visits a month.');
});

test('a keyword from right to left stays one piece in the sentence', () => {
  assert.equal(sayFall({ down: [mover('חשבונית Pro 3', [5, 50], null)] }), '“\u2068חשבונית Pro 3\u2069” (5 → 50) fell furthest.');
});

test('without a search volume places are all that is known', () => {
  assert.equal(
    sayFall({ lost: [mover('billing app', [60, null], null)], down: [mover('rain coats', [5, 90], null)] }),
    '“rain coats” (5 → 90) fell furthest.',
  );
  assert.equal(sayFall({}), undefined);
});
