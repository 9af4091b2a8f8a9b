import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Correction } from '../correction.ts';
import { toExamples } from './to-examples.ts';

const AT = new Date('2026-01-01T00:00:00Z');

const said = (correctedValue: string, given: Partial<Correction> = {}): Correction => ({
  id: 1,
  entityType: 'domain',
  entityId: '7',
  item: 'a.com',
  originalDimension: 'domain_type',
  originalValue: 'other',
  correctedValue,
  sourceBefore: 'rules',
  confidenceBefore: 60,
  notes: null,
  createdBy: 'system',
  createdAt: AT,
  times: 1,
  saidAt: AT,
  processedAt: null,
  ...given,
});

test('what was said of an entity is one example with a label for each dimension', () => {
  const examples = toExamples([said('news'), said('information', { originalDimension: 'tier1_type' })]);
  assert.deepEqual(examples, [
    { kind: 'domain', item: 'a.com', labels: { domain_type: 'news', tier1_type: 'information' }, confidence: 100, origin: 'correction' },
  ]);
});

test('the last said holds, only as surely as the share of the times that it was said', () => {
  const [example] = toExamples([said('news'), said('blog', { times: 3 })]);
  assert.deepEqual([example?.labels, example?.confidence], [{ domain_type: 'news', tier1_type: 'information' }, 25]);
});

test('the same item said to and fro never becomes sure', () => {
  for (const rounds of [1, 10, 1000]) {
    const [example] = toExamples([said('news', { times: rounds }), said('blog', { times: rounds })]);
    assert.equal(example?.confidence, 50);
  }
});
