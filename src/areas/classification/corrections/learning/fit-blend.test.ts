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
  const { blend, before, after, isBetter } = fitBlend({ current, corrected, fixed, fixedBefore: fixed, near: [] });
  assert.equal(isBetter, true);
  assert.deepEqual([before.corrected.right_pct, after.corrected.right_pct, after.fixed.right_pct], [0, 100, 100]);
  assert.ok(blend.nearFrom <= 0.75, 'neighbours farther away count now');
});

test('corrections that would make the fixed set wrong count for their own items alone', () => {
  const corrected = Array.from({ length: 5 }, () => page('article', 'product_page', three('product_page', 0.9)));
  const right = page('article', 'article');
  const misled = page('article', 'article', three('product_page', 0.99));
  const fixed = [right, misled];
  const { blend, after, isBetter } = fitBlend({ current, corrected, fixed, fixedBefore: [right, right], near: [] });
  assert.equal(isBetter, true);
  assert.equal(after.fixed.right_pct, 100);
  assert.equal(blend.weight, 0);
});

test('a choice that turns a sure right label beside a correction is refused, and the answer says so', () => {
  const corrected = Array.from({ length: 5 }, () => page('article', 'product_page', three('product_page', 0.9)));
  const fixed = [page('article', 'article')];
  const beside = (similarity: number, truth = 'article'): BlendCase => {
    const { judgements, ...rest } = page('article', truth, three('product_page', similarity));
    return { ...rest, judgements: judgements.map((judgement) => ({ ...judgement, confidence: 85 })) };
  };
  const far = fitBlend({ current, corrected, fixed, fixedBefore: fixed, near: [beside(0.75)] });
  assert.deepEqual([far.after.corrected.right_pct, far.near], [100, { labels: 1, turned: 0, refused: 0 }]);
  const close = fitBlend({ current, corrected, fixed, fixedBefore: fixed, near: [beside(0.95), beside(0.95, 'product_page')] });
  assert.deepEqual([close.isBetter, close.near.labels, close.near.turned], [true, 1, 0]);
  assert.ok(close.near.refused > 0, `${close.near.refused} refused`);
  assert.equal(close.blend.weight, 0);
});

test('a dimension has a distance of its own where that gives corrected items their label', () => {
  const both = (similarity: number, bucket: string): BlendCase => {
    const { judgements, neighbours, ...rest } = page('article', 'product_page', three('product_page', similarity));
    return {
      ...rest,
      truth: { page_type: ['product_page'], page_bucket: [bucket] },
      judgements: [...judgements, { dimension: 'page_bucket', label: 'editorial', confidence: 60, evidence: [] }],
      neighbours: neighbours.map((one) => ({ ...one, labels: { ...one.labels, page_bucket: 'commercial' } })),
    };
  };
  // Far neighbours are right about the type and wrong about the bucket; near ones are right about both.
  const corrected = [both(0.75, 'editorial'), both(0.75, 'editorial'), both(0.95, 'commercial')];
  const { blend, after } = fitBlend({ current, corrected, fixed: [], fixedBefore: [], near: [] });
  assert.equal(after.corrected.right_pct, 100);
  const [type = blend.nearFrom, bucket = blend.nearFrom] = [blend.nearFromOf?.['page_type'], blend.nearFromOf?.['page_bucket']];
  assert.ok(type <= 0.75 && bucket > 0.75, JSON.stringify(blend));
});

test('when every choice worsens the fixed set, the blend that was there stays', () => {
  const helped = page('article', 'product_page', three('product_page', 0.95));
  const lost = page('article', 'product_page', three('forum_thread', 0.99));
  const result = fitBlend({ current, corrected: [], fixed: [lost], fixedBefore: [helped], near: [] });
  assert.deepEqual([result.isBetter, result.blend, result.after], [false, current, result.before]);
});

test('confidence follows how often blended answers are right', () => {
  // The neighbours are right in every second case, however near they are.
  const cases = Array.from({ length: 60 }, (_none, at) =>
    page('article', at % 2 === 0 ? 'product_page' : 'forum_thread', three('product_page', 0.95)),
  );
  const { before, after } = fitBlend({ current, corrected: [], fixed: cases, fixedBefore: cases, near: [] });
  assert.ok(before.fixed.calibration_error > 20, `${before.fixed.calibration_error} before`);
  assert.ok(after.fixed.calibration_error < 5, `${after.fixed.calibration_error} after`);
});
