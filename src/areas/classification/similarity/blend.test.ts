import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from '../engine/judgement.ts';
import { blendWithNeighbours, DEFAULT_BLENDS } from './blend.ts';
import type { Neighbour } from './example.ts';

const BLEND = DEFAULT_BLENDS.url;

const judged = (label: string, confidence: number): Judgement => ({ dimension: 'page_type', label, confidence, evidence: ['path /a'] });

const neighbour = (label: string, given: Partial<Neighbour> = {}): Neighbour => ({
  item: 'https://a.com/b',
  labels: { page_type: label },
  confidence: 100,
  origin: 'correction',
  isExact: false,
  similarity: 0.9,
  ...given,
});

test('judgements without neighbours stay the very same', () => {
  const judgements = [judged('article', 80)];
  assert.equal(blendWithNeighbours(judgements, [], BLEND), judgements);
  assert.equal(blendWithNeighbours(judgements, [neighbour('product_page', { similarity: 0.6 })], BLEND)[0], judgements[0]);
});

test('an example of the item itself decides, with its own confidence', () => {
  const [found] = blendWithNeighbours([judged('article', 99)], [neighbour('product_page', { isExact: true, similarity: 1 })], BLEND);
  assert.deepEqual(found, {
    dimension: 'page_type',
    label: 'product_page',
    confidence: 100,
    secondBest: { label: 'article', confidence: 99 },
    evidence: ['corrected by a person: https://a.com/b'],
  });
});

test('a corrected item beside it wins against a sure judgement, surely enough to end the pipeline', () => {
  const [found] = blendWithNeighbours([judged('article', 95)], [neighbour('product_page')], BLEND);
  assert.equal(found?.label, 'product_page');
  assert.ok(found.confidence >= 70, `only ${found.confidence}`);
  assert.deepEqual([found.secondBest?.label, found.evidence], ['article', ['nearest examples: https://a.com/b (0.90)']]);
});

test('an example that people disagree about decides for its item, weakly, and says nothing of others', () => {
  const judgements = [judged('article', 70)];
  const disputed = { confidence: 50 };
  assert.equal(blendWithNeighbours(judgements, [neighbour('product_page', disputed)], BLEND)[0], judgements[0]);
  const [own] = blendWithNeighbours(judgements, [neighbour('product_page', { ...disputed, isExact: true })], BLEND);
  assert.deepEqual([own?.label, own?.confidence], ['product_page', 50]);
});

test('one example that ships or was learned by itself never overrules a sure judgement', () => {
  for (const origin of ['seed', 'learned'] as const) {
    const [found] = blendWithNeighbours([judged('article', 90)], [neighbour('product_page', { origin, similarity: 0.99 })], BLEND);
    assert.equal(found?.label, 'article', origin);
  }
});

test('neighbours that agree make a judgement surer, and one without a judgement gets theirs', () => {
  const [surer] = blendWithNeighbours([judged('article', 50)], [neighbour('article')], BLEND);
  assert.ok((surer?.confidence ?? 0) > 80);
  assert.deepEqual(surer?.evidence, ['nearest examples: https://a.com/b (0.90)', 'path /a']);
  const [alone] = blendWithNeighbours([], [neighbour('article')], BLEND);
  assert.equal(alone?.label, 'article');
});
