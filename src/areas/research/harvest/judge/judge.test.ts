import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadBrandMatcher } from '#areas/classification/index.ts';
import { makeCategory, makeOrder } from '../../../../../test/support/harvest-order.ts';
import { listBrandNames } from './brand-names.ts';
import { flagBrand } from './flag-brand.ts';
import { makeFitJudge } from './judge-fit.ts';
import { toProfile } from './site-profile.ts';
import { readIntents } from './read-intents.ts';
import { scoreKeyword } from './score-keyword.ts';

const isNamed = await loadBrandMatcher();
const NO_INTENT = { isNavigational: false };
const splitName = (label: string): string[] =>
  label === 'stridehub' ? ['stride', 'hub'] : label === 'runningshoes' ? ['running', 'shoes'] : [label];

test('a confirmed app, a name of the site and every way to write its domain make a brand keyword', () => {
  const order = makeOrder({ confirmation: { appNames: ['Pacemaker Pro: Run Tracker', 'Running Shoes - Socks'] } });
  const brand = { names: listBrandNames(order, splitName) };
  for (const keyword of [
    'stridehub login',
    'stride hub reviews',
    'www stridehub com',
    'stridehub.com',
    'is pacemaker pro free',
    'stridhub shoes',
  ])
    assert.equal(flagBrand(isNamed(keyword, brand.names), NO_INTENT), true, keyword);
  for (const keyword of ['running shoes', 'stride length', 'usb hub', 'pacemaker surgery'])
    assert.equal(flagBrand(isNamed(keyword, brand.names), NO_INTENT), false, keyword);
});

test('words of the field are no brand, also where the domain is made of them', () => {
  const brand = { names: listBrandNames(makeOrder({ host: 'www.runningshoes.com', enrichment: { brandNames: [] } }), splitName) };
  assert.equal(flagBrand(isNamed('best running shoes', brand.names), NO_INTENT), false);
  assert.equal(flagBrand(isNamed('runningshoes coupon', brand.names), NO_INTENT), true);
  assert.equal(flagBrand(isNamed('runningshoes.com', brand.names), NO_INTENT), true);
});

test('a hyphen in a domain is a space, a hyphen or nothing in a search', () => {
  const brand = { names: listBrandNames(makeOrder({ host: 'acme-tools.co.uk', enrichment: { brandNames: [] } }), splitName) };
  for (const keyword of ['acme tools', 'acme-tools returns', 'acmetools'])
    assert.equal(flagBrand(isNamed(keyword, brand.names), NO_INTENT), true, keyword);
});

test('what most searchers want a certain site for is a brand keyword', () => {
  const intents = readIntents([
    { label: 'commercial', probability: 0.1 },
    { label: 'navigational', probability: 0.9 },
  ]);
  assert.equal(flagBrand(isNamed('some other name', []), intents), true);
});

test('the most probable intent is the first, and those above 0.3 beside it are the second', () => {
  const read = readIntents([
    { label: 'informational', probability: 0.3 },
    { label: 'commercial', probability: 0.45 },
    { label: 'transactional', probability: 0.31 },
  ]);
  assert.deepEqual(read, { primary: 'commercial', secondary: ['transactional'], isNavigational: false });
  assert.deepEqual(readIntents([]), { primary: null, secondary: [], isNavigational: false });
});

test('a score is the sum of its parts, and what is unknown is null and gives nothing', () => {
  const known = { searchVolume: 1_000, keywordDifficulty: 20, intents: [{ label: 'transactional' as const, probability: 1 }], fit: 0.8 };
  const { score, parts } = scoreKeyword(known, 'ecommerce');
  assert.deepEqual(parts, { volume: 21, fit: 28, difficulty: 12, intent: 15 });
  assert.equal(score, 76);
  const unknown = scoreKeyword({ searchVolume: null, keywordDifficulty: null, intents: [], fit: 0.8 }, 'ecommerce');
  assert.deepEqual(unknown, { score: 28, parts: { volume: null, fit: 28, difficulty: null, intent: null } });
  const none = scoreKeyword({ ...known, searchVolume: 0 }, 'ecommerce');
  assert.equal(none.parts.volume, 0, 'none is known, and not unknown');
  assert.ok(scoreKeyword(known, 'content').score < score, 'a reader is worth less to a magazine when about to buy');
  assert.ok(scoreKeyword({ ...known, searchVolume: 10 ** 7 }, 'ecommerce').score <= 100);
});

test('a keyword fits by its category or by its words; another one is kept apart with the reason', () => {
  const vectors: Record<string, number[]> = {
    'running shoes': [1, 0],
    'trail shoes': [0.8, 0.6],
    'shoe laces': [0.4, 0.9],
    mortgage: [0.1, 0.99],
    'stridehub login': [0, 1],
  };
  const embed = (text: string): Float32Array => Float32Array.from(vectors[text] ?? [0, 0]);
  const core = { texts: ['running shoes'], coreIds: new Set([7]), wholeIds: new Set([7]), nearIds: new Set([5]), isProven: false };
  const judge = makeFitJudge(core, embed);
  const of = (keyword: string, categoryIds: number[] = [], isBrand = false) =>
    judge({ keyword, categoryIds, isBrand, rank: null, isOfSite: true });
  assert.equal(of('trail shoes').reason, null);
  assert.match(of('mortgage').reason ?? '', /^its words are far from the business \(fit 0\.13, at least 0\.42 is kept\)/u);
  const inCategory = of('mortgage', [8, 7]);
  assert.deepEqual([inCategory.fit.toFixed(2), inCategory.reason], ['0.74', null]);
  assert.deepEqual(of('stridehub login', [], true), { fit: 1, reason: null });
  assert.equal(of('shoe laces').reason, null);
  assert.match(of('shoe laces', [5]).reason ?? '', /^its categories are wider than those of the business/u);
  assert.match(of('shoe laces', [3, 9]).reason ?? '', /^its categories are others than the confirmed ones/u);
  assert.equal(
    judge({ keyword: 'mortgage', categoryIds: [3], isBrand: false, rank: 12, isOfSite: false }).reason,
    null,
    'the site stands well there',
  );
  assert.notEqual(judge({ keyword: 'mortgage', categoryIds: [3], isBrand: false, rank: 60, isOfSite: false }).reason, null);
  const proven = makeFitJudge(
    { ...core, isProven: true },
    embed,
  )({ keyword: 'shoe laces', categoryIds: [3], isBrand: false, rank: null, isOfSite: false });
  assert.match(proven.reason ?? '', /^the site ranks for nothing in its categories/u);
});

test('what a site ranks for draws how wide its categories are meant', () => {
  const plumbing = { ...makeCategory(13_462, '/Building/Plumbing') };
  const order = makeOrder({ confirmation: { categories: [makeCategory(10_282, '/Building'), plumbing] } });
  const own = (categoryIds: number[], count: number) =>
    Array.from({ length: count }, (_none, at) => ({ keyword: `pipe ${at}`, rank: at + 1, searchVolume: 10, categoryIds }));
  const unproven = toProfile(order, own([10_004, 10_282, 13_462], 5));
  assert.deepEqual([[...unproven.coreIds], unproven.isProven], [[13_462], false], 'the narrowest of what is confirmed');
  const narrow = toProfile(order, own([10_004, 10_282, 13_462], 30));
  assert.deepEqual([[...narrow.coreIds], [...narrow.nearIds], narrow.isProven], [[13_462], [10_282], true]);
  const wide = toProfile(order, [...own([10_004, 10_282], 30), ...own([10_004, 10_282, 13_462], 1)]);
  assert.deepEqual([[...wide.coreIds], wide.isProven], [[10_282], true], 'one of thirty is chance');
  const elsewhere = toProfile(order, own([10_001], 30));
  assert.equal(elsewhere.isProven, false, 'what a person wants and the site does not have yet is not refuted');
  const wished = { ...makeCategory(10_001, '/Vehicles'), assignedBy: 'user' as const };
  const both = toProfile(makeOrder({ confirmation: { categories: [plumbing, wished] } }), own([10_004, 10_282, 13_462], 30));
  assert.deepEqual(both.coreIds, new Set([13_462, 10_001]));
});
