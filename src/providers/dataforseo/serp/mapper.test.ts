import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import type { SerpKind } from '#providers/search-data/index.ts';
import type { ShapeSurprise } from '../surprises.ts';
import { toEmptyPage, toSerpPage } from './mapper.ts';
import { EnvelopeWire, TaskRecordWire } from '../wire.ts';

interface Recorded {
  readonly tasks: { readonly result: { readonly items: { readonly type: string }[]; readonly item_types: string[] }[] }[];
}

function readExample(name: string): Recorded {
  return JSON.parse(readFileSync(`test/fixtures/dataforseo/${name}.json`, 'utf8')) as Recorded;
}

function resultOf(name: string) {
  const result = readExample(name).tasks[0]?.result[0];
  assert.ok(result);
  return result;
}

function read(result: unknown, depth = 100, ofKind: SerpKind = 'organic') {
  const surprises: ShapeSurprise[] = [];
  const page = toSerpPage(result, { kind: ofKind, depth }, (kind) => surprises.push(kind));
  return { page, surprises };
}

function makeResult(items: object[], more: object = {}) {
  return {
    check_url: 'https://www.google.com/search?q=x',
    se_results_count: 120,
    items_count: items.length,
    item_types: ['organic'],
    items,
    ...more,
  };
}

function makeOrganic(rank: number, more: object = {}) {
  return {
    type: 'organic',
    rank_group: rank,
    rank_absolute: rank + 1,
    domain: `site${rank}.com`,
    url: `https://site${rank}.com/`,
    title: `Site ${rank}`,
    ...more,
  };
}

const isParseFailure = (error: unknown): boolean => error instanceof OutsideError && error.kind === 'parse' && error.retryable;

test('keeps every element of a recorded page, in its order, with 48 kinds of them', () => {
  const result = resultOf('serp.google.organic.task_get.advanced');
  const { page } = read(result);
  assert.deepEqual(
    page.items.map((item) => item.type),
    result.items.map((item) => item.type),
  );
  assert.deepEqual(
    page.features,
    result.item_types.filter((type) => type !== 'organic'),
    'what is beside plain results',
  );
  assert.equal(page.seResultsCount, 85_600_000);
  const organic = page.items.find((item) => item.type === 'organic');
  assert.ok(organic);
  assert.deepEqual(
    { ...organic, xpath: null, title: null, description: null },
    {
      type: 'organic',
      rankGroup: 26,
      rankAbsolute: 30,
      page: null,
      position: 'left',
      xpath: null,
      domain: 'www.t-mobile.com',
      url: 'https://www.t-mobile.com/cell-phone/apple-iphone-12-pro',
      title: null,
      description: null,
      isPaid: false,
      isFeaturedSnippet: false,
      ratingValue: 4,
      ratingCount: 231,
      cid: null,
      placeId: null,
    },
  );
  assert.equal(page.items.find((item) => item.type === 'paid')?.isPaid, true);
  assert.equal(page.items.find((item) => item.type === 'featured_snippet')?.isFeaturedSnippet, true);
});

test('reads a recorded list of places', () => {
  const { page, surprises } = read(resultOf('serp.google.local_finder.live.advanced'), 20, 'local');
  assert.equal(page.items.length, 20);
  assert.deepEqual(surprises, []);
  const [first] = page.items;
  assert.deepEqual(
    {
      type: first?.type,
      title: first?.title,
      rankGroup: first?.rankGroup,
      cid: first?.cid,
      value: first?.ratingValue,
      count: first?.ratingCount,
      isPaid: first?.isPaid,
    },
    { type: 'local_pack', title: 'Liam Nails', rankGroup: 1, cid: '5302726516741959894', value: 4.5, count: 50, isPaid: false },
  );
  assert.equal(page.checkedDepth, 20);
  assert.equal(page.features.includes('local_pack'), false, 'places are what was asked for');
});

test('every recorded answer fits the envelope', () => {
  for (const name of [
    'serp.google.organic.live.regular',
    'serp.google.organic.task_get.regular',
    'serp.google.maps.task_get.advanced',
    'serp.id_list',
    'serp.google.local_finder.live.advanced',
  ]) {
    const envelope = EnvelopeWire.parse(readExample(name));
    assert.equal(envelope.tasks?.[0]?.status_code, 20_000, name);
  }
  const rows = TaskRecordWire.array().parse(readExample('serp.id_list').tasks[0]?.result);
  assert.equal(rows.length, 8);
  assert.equal(rows[0]?.cost, 0.002);
});

test('says how deep was really read, never more than was asked for', () => {
  const items = [makeOrganic(1, { page: 1 }), makeOrganic(34, { page: 4 })];
  const depthOf = (more: object, depth: number, list = items) => read(makeResult(list, more), depth).page.checkedDepth;
  assert.equal(depthOf({ pages_count: 3 }, 100), 30);
  assert.equal(depthOf({ pages_count: 12 }, 100), 100);
  assert.equal(depthOf({}, 100), 40, 'without a page count: to the end of the last page seen');
  assert.equal(depthOf({ pages_count: null }, 100, [makeOrganic(1), makeOrganic(34)]), 34, 'without pages at all: to the last rank seen');
});

test('keeps elements of unknown types and with unknown fields, and counts what is odd', () => {
  const known = Array.from({ length: 10 }, (_none, at) => makeOrganic(at + 1, { brand_new: { deep: true } }));
  const odd = [{ type: 'hologram', rank_group: 1, rank_absolute: 12 }, { type: 'organic', domain: 'b.com' }, {}];
  const { page, surprises } = read(makeResult([...known, ...odd], { items_count: 99 }));
  assert.deepEqual(page.items.map(({ type, rankGroup, rankAbsolute }) => ({ type, rankGroup, rankAbsolute })).slice(10), [
    { type: 'hologram', rankGroup: 1, rankAbsolute: 12 },
    { type: 'organic', rankGroup: 11, rankAbsolute: 12 },
    { type: 'unknown', rankGroup: 1, rankAbsolute: 13 },
  ]);
  assert.deepEqual(surprises.toSorted(), ['item_without_rank', 'item_without_rank', 'item_without_type', 'items_count_differs']);
});

test('a page without results is a failure unless the provider says that there are none', () => {
  for (const result of [
    undefined,
    null,
    {},
    'text',
    makeResult([]),
    makeResult([], { items: null }),
    { ...makeResult([]), items: { 0: makeOrganic(1) } },
  ]) {
    assert.throws(() => read(result), isParseFailure);
  }
  assert.deepEqual(toEmptyPage(null, { depth: 100 }), {
    items: [],
    checkUrl: null,
    seResultsCount: 0,
    itemsCount: 0,
    features: [],
    checkedDepth: 100,
  });
});

test('a page whose results name no address is a failure: anyone could be among them', () => {
  const renamed = Array.from({ length: 10 }, (_none, at) => ({
    type: 'organic',
    rank_group: at + 1,
    rank_absolute: at + 1,
    link: `https://site${at}.com/`,
  }));
  assert.throws(() => read(makeResult(renamed)), isParseFailure);
  const single = [
    ...Array.from({ length: 20 }, (_none, at) => makeOrganic(at + 1)),
    { type: 'organic', rank_group: 21, rank_absolute: 21 },
  ];
  const { page, surprises } = read(makeResult(single));
  assert.equal(page.items.length, 21);
  assert.deepEqual(surprises, ['organic_without_address']);
});
