import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeItem } from '../../../../test/support/rankings-world.ts';
import { decideOutcome, isDepthKnown } from './decide-outcome.ts';

const best = makeItem(7, 'mine.com');
const match = { best, all: [best], isFeaturedSnippet: false };
const full = { depth: 100, checkedDepth: 100, itemsCount: 100 };
const shallow = { depth: 10, checkedDepth: 10, itemsCount: 10 };

test('what was found is ranked, however deep the page was read', () => {
  assert.deepEqual(decideOutcome(match, shallow, { trackedDepth: 100, last: undefined }), { status: 'ranked', match });
});

test('not found is said when the page was read as deep as the project tracks', () => {
  const last = { rankGroup: 4, checkedDepth: 100 };
  assert.equal(decideOutcome(undefined, full, { trackedDepth: 100, last }).status, 'not_found');
  assert.equal(decideOutcome(undefined, { ...full, checkedDepth: 80 }, { trackedDepth: 100, last }).status, 'not_found');
});

test('a shallow page says nothing about a target that is known to stand, or to have been looked for, deeper', () => {
  const decide = (last: { rankGroup: number | null; checkedDepth: number | null } | undefined) =>
    decideOutcome(undefined, shallow, { trackedDepth: 100, last }).status;
  assert.equal(decide({ rankGroup: 64, checkedDepth: 100 }), 'inconclusive');
  assert.equal(decide({ rankGroup: null, checkedDepth: 100 }), 'inconclusive');
  assert.equal(decide({ rankGroup: 8, checkedDepth: 100 }), 'not_found');
  assert.equal(decide(undefined), 'not_found');
});

test('a page without results is read to its end', () => {
  const empty = { depth: 10, checkedDepth: 10, itemsCount: 0 };
  assert.equal(decideOutcome(undefined, empty, { trackedDepth: 100, last: { rankGroup: 64, checkedDepth: 100 } }).status, 'not_found');
});

test('results without a depth do not tell how much was read', () => {
  assert.equal(isDepthKnown({ checkedDepth: 0, itemsCount: 3 }), false);
  assert.equal(isDepthKnown({ checkedDepth: 10, itemsCount: 3 }), true);
  assert.equal(isDepthKnown({ checkedDepth: 0, itemsCount: 0 }), true);
});
