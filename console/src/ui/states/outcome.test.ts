import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareOutcomes, describeOutcome, type OutcomeValue } from './outcome.ts';

const now = new Date('2026-11-23T12:00:00Z');

test('each outcome has a text and a sentence of its own', () => {
  assert.deepEqual(describeOutcome({ outcome: 'ranked', position: 4, depth: 100, checkedAt: '2026-11-23T09:00:00Z' }, now), {
    text: '4',
    sentence: 'Position 4, read 3 hours ago, 100 results deep, provider not recorded, price not recorded',
  });
  assert.deepEqual(describeOutcome({ outcome: 'not_found', depth: 50 }, now), {
    text: '>50',
    sentence: 'Not in the top 50 results, age not recorded, provider not recorded, price not recorded',
  });
  assert.deepEqual(describeOutcome({ outcome: 'ranked', position: 4, costUsd: 0.002 }, null), { text: '4', sentence: 'Position 4' });
  assert.deepEqual(describeOutcome({ outcome: 'pending' }, now), { text: '–', sentence: 'Not checked yet' });
});

test('a failed check keeps the last good value apart, with its age', () => {
  const failed: OutcomeValue = {
    outcome: 'failed',
    checkedAt: '2026-11-23T02:00:00Z',
    reason: 'the provider did not answer',
    lastGood: { position: 7, checkedAt: '2026-11-21T02:00:00Z', depth: 100, provider: 'provider', costUsd: 0.002 },
  };
  assert.deepEqual(describeOutcome(failed, now), {
    text: 'failed',
    former: '7',
    sentence:
      'The check of Nov 23, 2026, 02:00 failed, the provider did not answer. Last good value: 7, read 2 days ago, 100 results deep, by DataForSEO, for $0.002',
  });
  assert.equal(describeOutcome({ outcome: 'failed' }, now).sentence, 'The last check failed. No successful check so far');
});

test('what ranks comes first', () => {
  const values: OutcomeValue[] = [
    { outcome: 'pending' },
    { outcome: 'failed' },
    { outcome: 'not_found' },
    { outcome: 'ranked', position: 9 },
    { outcome: 'ranked', position: 2 },
  ];
  assert.deepEqual(
    values.toSorted(compareOutcomes).map(({ outcome, position }) => position ?? outcome),
    [2, 9, 'not_found', 'failed', 'pending'],
  );
});
