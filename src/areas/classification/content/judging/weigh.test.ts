import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toConfidence } from './calibrate.ts';
import { findBest, sumShares, weigh, type Clue } from './weigh.ts';

const PRIORS = { shop: 0, blog: 0, forum: 0 };
const clue = (group: string, weights: Record<string, number>): Clue => ({
  group,
  weights,
  evidence: `${group} says ${JSON.stringify(weights)}`,
});
const shareOf = (clues: readonly Clue[], label: string): number => weigh(clues, PRIORS).shares.get(label) ?? 0;

test('signs of one group that agree count once, those of several groups together', () => {
  const one = shareOf([clue('a', { shop: 2 })], 'shop');
  assert.equal(shareOf([clue('a', { shop: 2 }), clue('a', { shop: 2 }), clue('a', { shop: 1 })], 'shop'), one);
  assert.ok(shareOf([clue('a', { shop: 2 }), clue('b', { shop: 2 })], 'shop') > one);
});

test('signs for different labels weaken each other, and one may speak against a label', () => {
  const alone = shareOf([clue('a', { shop: 2 })], 'shop');
  assert.ok(shareOf([clue('a', { shop: 2 }), clue('b', { blog: 2 })], 'shop') < alone);
  assert.ok(shareOf([clue('a', { shop: 2 }), clue('b', { shop: -1 })], 'shop') < alone);
});

test('gives probabilities, their sums, and the strongest evidence first', () => {
  const clues = [clue('a', { shop: 1 }), clue('b', { shop: 3, blog: 1 })];
  const { shares, listEvidence } = weigh(clues, PRIORS);
  assert.ok(Math.abs([...shares.values()].reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
  assert.deepEqual(listEvidence('shop'), [clues[1]?.evidence, clues[0]?.evidence]);
  const coarse = sumShares(shares, (label) => (label === 'shop' ? 'selling' : 'reading'));
  const [best, second] = findBest(coarse, toConfidence);
  assert.deepEqual([best.label, second?.label], ['selling', 'reading']);
  assert.ok(best.confidence > (second?.confidence ?? 100));
});

test('is never wholly sure, and surer of what is likelier', () => {
  const confidences = Array.from({ length: 101 }, (_, percent) => toConfidence(percent / 100));
  assert.deepEqual([confidences[0], confidences.at(-1)], [0, 92]);
  assert.ok(confidences.every((confidence, at) => at === 0 || confidence >= (confidences[at - 1] ?? 0)));
});
