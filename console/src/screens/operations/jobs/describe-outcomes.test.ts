import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOutcomes, type Outcome } from './describe-outcomes.ts';

const toOutcomes = (statuses: readonly Outcome['status'][]): Outcome[] =>
  statuses.map((status, id) => ({ id: String(id), status, label: '' }));

test('outcomes are counted in words, the most frequent first', () => {
  assert.equal(
    describeOutcomes(toOutcomes(['failed', 'completed', 'completed', 'skipped'])),
    'Last 4 runs: 2 completed, 1 failed, 1 skipped',
  );
  assert.equal(describeOutcomes(toOutcomes(['running'])), 'Last 1 run: 1 running');
  assert.equal(describeOutcomes([]), 'No runs');
});
