import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewMover } from '#client';
import { toPeriodMoves } from './to-period-moves.ts';

const toMover = (keyword: string, places: number) => ({ keyword, places }) as OverviewMover;

test('what is down and what is lost is one list, the worst first, and so is what is up and new', () => {
  const moves = toPeriodMoves({
    before: '2026-10-26',
    after: '2026-11-23',
    counts: { up: 1, down: 2, new: 1, lost: 1, unchanged: 4 },
    up: [toMover('up', 3)],
    down: [toMover('far down', 28), toMover('a little down', 1)],
    new: [toMover('new', 60)],
    lost: [toMover('lost', 6)],
  });
  assert.deepEqual(
    moves.fell.map(({ keyword }) => keyword),
    ['far down', 'lost', 'a little down'],
  );
  assert.deepEqual(
    moves.rose.map(({ keyword }) => keyword),
    ['new', 'up'],
  );
  const many = Array.from({ length: 10 }, (_, at) => toMover(`k${at}`, at));
  assert.equal(toPeriodMoves({ ...moves, before: '2026-10-26', up: [], new: [], down: many, lost: many }).fell.length, 10);
});
