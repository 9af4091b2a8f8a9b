import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANDS, type BandId } from '#ui/charts/position-bands.ts';
import { sayKeyword, sayKeywords } from './leads.ts';

const bands = (counts: Partial<Record<BandId, number>>): Map<BandId, number> => new Map(BANDS.map(({ id }) => [id, counts[id] ?? 0]));

test('keywords: where they stand, of those with a good check; what failed or was not checked is no place', () => {
  assert.equal(
    sayKeywords(bands({ top3: 3, top10: 4, below: 1, not_found: 2 })),
    'Of 10 keywords with a good check, 3 in the top 3, 7 in the top 10 and 2 not found.',
  );
  assert.equal(
    sayKeywords(bands({ top3: 1, failed: 2, pending: 1 })),
    'Of 1 keyword with a good check, 1 in the top 3, 1 in the top 10 and 0 not found; the newest check of 2 failed and 1 is not checked yet.',
  );
  assert.equal(sayKeywords(bands({ pending: 6 })), 'No position is known: 6 are not checked yet.');
  assert.equal(sayKeywords(bands({})), undefined);
});

test('a keyword: its place and its step, or why there is none', () => {
  assert.equal(
    sayKeyword({ outcome: 'ranked', position: 3 }, { change: 2, best: 3 }),
    'Position 3, up 2 since the check before, the best of these days is 3.',
  );
  assert.equal(sayKeyword({ outcome: 'ranked', position: 9 }, { change: null, best: null }), 'Position 9, with nothing to compare with.');
  assert.equal(sayKeyword({ outcome: 'ranked', position: 9 }, { change: null, best: 9 }), 'Position 9, with nothing to compare with.');
  assert.equal(sayKeyword({ outcome: 'not_found' }, { change: null, best: null }), 'Not found by the newest check.');
  assert.equal(
    sayKeyword({ outcome: 'failed', reason: 'HTTP status 403', lastGood: { position: 8 } }, { change: null, best: 8 }),
    'The newest check failed: HTTP status 403. The last good one found it at 8.',
  );
  assert.equal(
    sayKeyword({ outcome: 'failed', reason: null, lastGood: null }, { change: null, best: null }),
    'The newest check failed. No check was good so far.',
  );
  assert.equal(sayKeyword({ outcome: 'pending' }, { change: null, best: null }), 'Not checked yet.');
});
