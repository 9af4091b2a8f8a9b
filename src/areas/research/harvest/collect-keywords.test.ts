import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import { listLocationIdeas } from './ideas/location-ideas.ts';
import { readIdeas } from './ideas/ideas-prompt.ts';
import { collectKeywords } from './collect-keywords.ts';

const FIGURES = { keyword: 'running shoes', searchVolume: 90 } as KeywordMetrics;

test('a text in several spellings is one keyword, with the first text and all that is known of it', () => {
  const found = [
    { text: ' Running  Shoes ', ideaCategoryId: null, metrics: null },
    { text: 'running shoes', ideaCategoryId: '7', metrics: FIGURES },
    { text: 'a\u0000b', ideaCategoryId: null, metrics: null },
    { text: '   ', ideaCategoryId: null, metrics: null },
    { text: 'x'.repeat(501), ideaCategoryId: null, metrics: null },
  ];
  assert.deepEqual(
    collectKeywords(found, 'harvest_ai').map(({ keyword, originalText, ideaCategoryId, metrics }) => [
      keyword,
      originalText,
      ideaCategoryId,
      metrics,
    ]),
    [
      ['a b', 'a b', null, null],
      ['running shoes', 'Running  Shoes', '7', FIGURES],
    ],
  );
});

test('people name their town and not their country', () => {
  const hamburg = { locationCode: 1, locationName: 'Hamburg,Hamburg,Germany', languageCode: 'de' };
  assert.deepEqual(listLocationIdeas(['zahnarzt', 'zahnarzt hamburg'], hamburg), ['zahnarzt hamburg', 'zahnarzt hamburg']);
  assert.deepEqual(listLocationIdeas(['zahnarzt'], { ...hamburg, locationName: 'Germany' }), []);
});

test("of a model's ideas those are taken that can be searched for, each once", () => {
  assert.deepEqual(readIdeas([' shoes ', 'shoes', '', 'y'.repeat(81), 'socks', 'vests'], 2), ['shoes', 'socks']);
});
