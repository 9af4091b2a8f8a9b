import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { atPriority, estimateSearchUsd, LOCAL_FINDER_LIVE, ORGANIC_LIVE, ORGANIC_QUEUED } from './prices.ts';

interface Family {
  readonly live: number;
  readonly next_page_factor: number;
}

const documented = JSON.parse(readFileSync('test/fixtures/dataforseo/prices.json', 'utf8')) as { prices: Record<string, Family> };

test('holds the documented prices', () => {
  for (const [name, price] of [
    ['serp_organic', ORGANIC_LIVE],
    ['serp_local_finder', LOCAL_FINDER_LIVE],
  ] as const) {
    const family = documented.prices[name];
    assert.ok(family);
    assert.equal(price.firstPageUsd, family.live);
    assert.equal(price.nextPageUsd, family.live * family.next_page_factor);
  }
});

test('every further page is charged, started ones too', () => {
  const estimate = (depth: number) => estimateSearchUsd(ORGANIC_LIVE, { keyword: 'running shoes', device: 'desktop', depth });
  assert.deepEqual([10, 11, 20, 100, 200].map(estimate), [0.002, 0.0035, 0.0035, 0.0155, 0.0305]);
});

test('a mobile list of places has half as many to a page', () => {
  const estimate = (device: 'desktop' | 'mobile') => estimateSearchUsd(LOCAL_FINDER_LIVE, { keyword: 'nail salon', device, depth: 40 });
  assert.deepEqual([estimate('desktop'), estimate('mobile')], [0.004, 0.008]);
});

test('reserves five times as much for search operators', () => {
  for (const keyword of ['site:example.com', 'shoes INURL:blog', 'define:seo']) {
    assert.equal(estimateSearchUsd(ORGANIC_LIVE, { keyword, device: 'desktop', depth: 10 }), 0.01, keyword);
  }
  assert.equal(estimateSearchUsd(ORGANIC_LIVE, { keyword: 'web site cost', device: 'desktop', depth: 10 }), 0.002);
});

test('loading a late overview costs as much as the documents say, operators or not, and only where it can be loaded', () => {
  const extras = (documented.prices['serp_organic'] as unknown as { extras: { load_async_ai_overview: Record<string, number> } }).extras;
  assert.deepEqual(
    [ORGANIC_LIVE.overviewUsd, ORGANIC_QUEUED.overviewUsd, atPriority(ORGANIC_QUEUED.overviewUsd ?? 0, 'high')],
    [extras.load_async_ai_overview['live'], extras.load_async_ai_overview['standard'], extras.load_async_ai_overview['priority']],
  );
  const search = { keyword: 'running shoes', device: 'mobile', depth: 100, loadsOverview: true } as const;
  assert.equal(estimateSearchUsd(ORGANIC_LIVE, search), 0.0175);
  assert.equal(estimateSearchUsd(ORGANIC_QUEUED, search), 0.00525);
  assert.equal(estimateSearchUsd(ORGANIC_LIVE, { ...search, keyword: 'site:a.com', depth: 10 }), 0.012);
  assert.equal(estimateSearchUsd(LOCAL_FINDER_LIVE, search), estimateSearchUsd(LOCAL_FINDER_LIVE, { ...search, loadsOverview: false }));
});
