import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_BLENDS } from '../../similarity/blend.ts';
import type { Neighbour } from '../../similarity/example.ts';
import { fitBlend, type BlendCase } from './fit-blend.ts';

const neighbour = (label: string, similarity: number, host: string): Neighbour => ({
  item: `https://${host}/b`,
  labels: { page_type: label },
  confidence: 100,
  origin: 'correction',
  isExact: false,
  similarity,
});

/** Corrected pages of three sites, equally near. */
const three = (label: string, similarity: number): Neighbour[] =>
  ['a.com', 'b.com', 'c.com'].map((host) => neighbour(label, similarity, host));

/** A page that rules judge, with its truth and its neighbours. */
const page = (judged: string, truth: string, neighbours: readonly Neighbour[] = []): BlendCase => ({
  subject: { kind: 'url', item: 'https://asked.com/b' },
  truth: { page_type: [truth] },
  judgements: [{ dimension: 'page_type', label: judged, confidence: 60, evidence: [] }],
  neighbours,
});

const current = DEFAULT_BLENDS.url;

test('the choice that gives corrected items their label holds when the fixed set stays right', () => {
  const corrected = Array.from({ length: 5 }, () => page('article', 'product_page', three('product_page', 0.75)));
  const fixed = Array.from({ length: 20 }, () => page('article', 'article'));
  const { blend, before, after, isBetter } = fitBlend({ current, corrected, fixed, fixedBefore: fixed });
  assert.equal(isBetter, true);
  assert.deepEqual([before.corrected.right_pct, after.corrected.right_pct, after.fixed.right_pct], [0, 100, 100]);
  assert.ok(blend.nearFrom <= 0.75, 'neighbours farther away count now');
});

test('corrections that would make the fixed set wrong count for their own items alone', () => {
  const corrected = Array.from({ length: 5 }, () => page('article', 'product_page', three('product_page', 0.9)));
  const right = page('article', 'article');
  const misled = page('article', 'article', three('product_page', 0.99));
  const fixed = [right, misled];
  const { blend, after, isBetter } = fitBlend({ current, corrected, fixed, fixedBefore: [right, right] });
  assert.equal(isBetter, true);
  assert.equal(after.fixed.right_pct, 100);
  assert.equal(blend.weight, 0);
});

test('when every choice worsens the fixed set, the blend that was there stays', () => {
  const helped = page('article', 'product_page', three('product_page', 0.95));
  const lost = page('article', 'product_page', three('forum_thread', 0.99));
  const result = fitBlend({ current, corrected: [], fixed: [lost], fixedBefore: [helped] });
  assert.deepEqual([result.isBetter, result.blend, result.after], [false, current, result.before]);
});

test('confidence follows how often blended answers are right', () => {
  // The neighbours are right in every second case, however near they are.
  const cases = Array.from({ length: 60 }, (_none, at) =>
    page('article', at % 2 === 0 ? 'product_page' : 'forum_thread', three('product_page', 0.95)),
  );
  const { before, after } = fitBlend({ current, corrected: [], fixed: cases, fixedBefore: cases });
  assert.ok(before.fixed.calibration_error > 20, `${before.fixed.calibration_error} before`);
  assert.ok(after.fixed.calibration_error < 5, `${after.fixed.calibration_error} after`);
});
