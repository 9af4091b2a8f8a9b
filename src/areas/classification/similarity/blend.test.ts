import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from '../engine/judgement.ts';
import { blendWithNeighbours, DEFAULT_BLENDS } from './blend.ts';
import type { Neighbour } from './example.ts';

const BLEND = DEFAULT_BLENDS.url;
const PAGE = { kind: 'url', item: 'https://asked.com/b' } as const;

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
  assert.equal(blendWithNeighbours(PAGE, judgements, [], BLEND), judgements);
  assert.equal(blendWithNeighbours(PAGE, judgements, [neighbour('product_page', { similarity: 0.6 })], BLEND)[0], judgements[0]);
});

test('an example of the item itself decides, with its own confidence', () => {
  const [found] = blendWithNeighbours(PAGE, [judged('article', 99)], [neighbour('product_page', { isExact: true, similarity: 1 })], BLEND);
  assert.deepEqual(found, {
    dimension: 'page_type',
    label: 'product_page',
    confidence: 100,
    secondBest: { label: 'article', confidence: 99 },
    evidence: ['corrected by a person: https://a.com/b'],
  });
});

const corrections = (label: string, hosts: readonly string[], similarity = 0.95): Neighbour[] =>
  hosts.map((host) => neighbour(label, { item: `https://${host}/b`, similarity }));

test('corrections of three sites beside it win against a sure judgement, surely enough to end the pipeline', () => {
  const [found] = blendWithNeighbours(PAGE, [judged('article', 95)], corrections('product_page', ['a.com', 'b.com', 'c.com']), BLEND);
  assert.equal(found?.label, 'product_page');
  assert.ok(found.confidence >= 70, `only ${found.confidence}`);
  assert.deepEqual(found.secondBest?.label, 'article');
  assert.match(found.evidence[0] ?? '', /^nearest examples: https:\/\/a\.com\/b \(0\.95\), /u);
});

test('fewer sites, many pages of one, or sites that are only near leave a sure judgement the very same', () => {
  const sure = judged('article', 70);
  for (const near of [
    corrections('product_page', ['a.com']),
    corrections('product_page', ['a.com', 'b.com']),
    corrections('product_page', ['www.a.com', 'shop.a.com', 'blog.a.com', 'a.com']),
    corrections('product_page', ['a.com', 'b.com', 'c.com'], 0.81),
    [...corrections('product_page', ['a.com', 'b.com']), ...corrections('forum_thread', ['c.com', 'd.com'])],
  ])
    assert.equal(blendWithNeighbours(PAGE, [sure], near, { ...BLEND, nearFrom: 0.7 })[0], sure);
});

test('fewer than three sites make an unsure judgement less sure, however many pages they have', () => {
  for (const hosts of [['a.com'], ['a.com', 'b.com'], ['a.com', 'a.com', 'a.com', 'b.com']]) {
    const [found] = blendWithNeighbours(PAGE, [judged('article', 60)], corrections('product_page', hosts), BLEND);
    assert.equal(found?.label, 'article');
    assert.ok(found.confidence < 60 && found.confidence > 30, `${found.confidence}`);
  }
});

test('corrections of the same label make a judgement surer, also of one site', () => {
  const [found] = blendWithNeighbours(PAGE, [judged('article', 75)], corrections('article', ['a.com']), BLEND);
  assert.ok((found?.confidence ?? 0) > 85);
});

test('tenants of one platform say nothing of each other, and pages of one tenant do', () => {
  const tenant = { kind: 'url', item: 'https://ours.github.io/b' } as const;
  const unsure = judged('article', 50);
  const others = corrections('product_page', ['a.github.io', 'b.github.io', 'c.github.io']);
  assert.equal(blendWithNeighbours(tenant, [unsure], others, BLEND)[0], unsure);
  assert.notEqual(blendWithNeighbours(tenant, [unsure], corrections('product_page', ['ours.github.io']), BLEND)[0], unsure);
  assert.equal(
    blendWithNeighbours(tenant, [unsure], corrections('product_page', ['a.com', 'b.com', 'c.com']), BLEND)[0]?.label,
    'product_page',
  );
});

test('keywords are independent one by one', () => {
  const asked = { kind: 'keyword', item: 'acme crm' } as const;
  const near = ['acme crm tool', 'acme crm app', 'acme crms'].map((item) => neighbour('product_page', { item, similarity: 0.95 }));
  assert.equal(blendWithNeighbours(asked, [judged('article', 90)], near, DEFAULT_BLENDS.keyword)[0]?.label, 'product_page');
  assert.equal(blendWithNeighbours(asked, [judged('article', 90)], near.slice(1), DEFAULT_BLENDS.keyword)[0]?.label, 'article');
});

test('an example that people disagree about decides for its item, weakly, and says nothing of others', () => {
  const judgements = [judged('article', 70)];
  const disputed = { confidence: 50 };
  assert.equal(blendWithNeighbours(PAGE, judgements, [neighbour('product_page', disputed)], BLEND)[0], judgements[0]);
  const [own] = blendWithNeighbours(PAGE, judgements, [neighbour('product_page', { ...disputed, isExact: true })], BLEND);
  assert.deepEqual([own?.label, own?.confidence], ['product_page', 50]);
});

test('one example that ships or was learned by itself never overrules a sure judgement', () => {
  for (const origin of ['seed', 'learned'] as const) {
    const [found] = blendWithNeighbours(PAGE, [judged('article', 90)], [neighbour('product_page', { origin, similarity: 0.99 })], BLEND);
    assert.equal(found?.label, 'article', origin);
  }
});

test('neighbours that agree make a judgement surer, and one without a judgement gets theirs', () => {
  const [surer] = blendWithNeighbours(PAGE, [judged('article', 50)], [neighbour('article')], BLEND);
  assert.ok((surer?.confidence ?? 0) > 80);
  assert.deepEqual(surer?.evidence, ['nearest examples: https://a.com/b (0.90)', 'path /a']);
  const [alone] = blendWithNeighbours(PAGE, [], [neighbour('article')], BLEND);
  assert.equal(alone?.label, 'article');
});
