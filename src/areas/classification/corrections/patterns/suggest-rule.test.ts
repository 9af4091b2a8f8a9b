import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestRule } from './suggest-rule.ts';

const pagesOf = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_none, at) => `https://site-${at}.com/${folder}/page-${at}`);

test('a path that corrected pages share is suggested, with its support', () => {
  const rule = suggestRule('url', pagesOf('lookbook', 3), []);
  assert.deepEqual(rule, { feature: 'segment', value: 'lookbook', text: 'path /lookbook/', support: 3, counter_examples: 0 });
});

test('counter-examples are counted, and too many of them leave nothing to suggest', () => {
  const others = [{ item: 'https://x.com/lookbook/1', label: 'article' }];
  assert.equal(suggestRule('url', pagesOf('lookbook', 3), others)?.counter_examples, 1);
  const many = pagesOf('lookbook', 6).map((item) => ({ item: item.replace('site', 'other'), label: 'article' }));
  assert.equal(suggestRule('url', pagesOf('lookbook', 3), many), undefined);
});

test('one item, or items with nothing in common, suggest nothing', () => {
  assert.equal(suggestRule('url', ['https://a.com/x/1'], []), undefined);
  assert.equal(suggestRule('keyword', ['red shoes', 'blue hat'], []), undefined);
});

test('hosts of one platform suggest the platform before its suffix, keywords their first word', () => {
  assert.equal(suggestRule('domain', ['a.example.com', 'b.example.com'], [])?.text, 'host below example.com');
  assert.equal(suggestRule('keyword', ['cheap shoes', 'cheap hats'], [])?.text, 'begins with "cheap"');
});

test('of several rules the one with the most support after counter-examples is suggested, each of which counts twice', () => {
  const all = ['https://a.com/lookbook/1', ...[2, 3, 4, 5].map((at) => `https://b${at}.com/lookbook/style/${at}`)];
  assert.equal(suggestRule('url', all, [])?.value, 'lookbook');
  // Five for it and one against it are three; four for the narrow one are four.
  const rule = suggestRule('url', all, [{ item: 'https://x.com/lookbook/9', label: 'article' }]);
  assert.deepEqual([rule?.value, rule?.support, rule?.counter_examples], ['style', 4, 0]);
});
