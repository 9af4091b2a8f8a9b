import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayClassified, sayList, toBuckets, toShares, toSources } from './figures.ts';

test('a bucket begins after all pages that are less sure or not judged', () => {
  assert.deepEqual(toBuckets({ '90-100': 5, '0-9': 2, '10-19': 3 }, 14), [
    { id: '0-9', count: 2, offset: 4 },
    { id: '10-19', count: 3, offset: 6 },
    { id: '90-100', count: 5, offset: 9 },
  ]);
});

test('shares are of all, the largest first, and of nothing they are 0', () => {
  assert.deepEqual(toShares({ article: 1, blog_post: 3 }), [
    { id: 'blog_post', count: 3, share: 0.75 },
    { id: 'article', count: 1, share: 0.25 },
  ]);
  assert.deepEqual(toShares({ article: 0 }), [{ id: 'article', count: 0, share: 0 }]);
});

test('a source without reviews has no accuracy, and one whose pages are gone keeps its own', () => {
  assert.deepEqual(toSources({ rules: 4 }, { llm: { reviewed: 2, confirmed: 1, accuracy_pct: 50 } }), [
    { id: 'rules', count: 4, share: 1, reviewed: 0, accuracy: null },
    { id: 'llm', count: 0, share: 0, reviewed: 2, accuracy: 0.5 },
  ]);
});

test('what is classified is said of all that is known, and nothing known is said as that', () => {
  const urls = { total: 20, classified: 18, crawled: 3, avg_confidence: 80, low_confidence: 1, high_confidence: 9, coverage_pct: 90 };
  const domains = { total: 3, classified: 0, typed: 0, avg_confidence: null, coverage_pct: 0 };
  assert.equal(
    sayClassified({ urls, domains }),
    '18 of 20 known pages and 0 of 3 known domains are classified. A person should look at 1 page.',
  );
  assert.equal(sayClassified({ urls: { ...urls, total: 0 }, domains: { ...domains, total: 0 } }), 'No page and no domain is known yet.');
});

test('a list in a line: how far it is, and what did not go well', () => {
  const statuses = { waiting: 3, classified: 5, unsure: 1, failed: 1, over_budget: 0, corrected: 0, not_reached: 0 };
  assert.equal(sayList({ items: 10, done: 7, statuses }), '7 of 10 items are done: 1 of them unsure and 1 failed.');
  assert.equal(sayList({ items: 1, done: 1, statuses: { ...statuses, unsure: 0, failed: 0 } }), '1 of 1 item is done.');
});
