import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPageBucket } from '../../vocabulary/pages.ts';
import { findPropertyType } from '../../vocabulary/property-types.ts';
import { readTable, splitCell } from '../data/read-table.ts';
import { makeSignals } from '../../../../../test/support/page-signals.ts';
import { loadClues } from './list-clues.ts';
import { listContentFeatures } from './list-features.ts';

const PREFIXES = { phrase: 'phrases.tsv', made: 'products.tsv' } as const;

test('every label of the tables belongs to its vocabulary', () => {
  for (const label of Object.keys(loadClues('domain.clues.tsv').priors)) assert.ok(findPropertyType(label), label);
  for (const label of Object.keys(loadClues('page.clues.tsv').priors)) assert.ok(findPageBucket(label), label);
  for (const [label = ''] of readTable('site-words.tsv')) assert.ok(findPropertyType(label), label);
});

test('every clue names a feature that can be found, and no feature has two rows', () => {
  const everything = makeSignals({
    counts: {
      words: 2_000,
      paragraphs: 10,
      links: 10,
      articles: 6,
      prices: 20,
      products: 6,
      passwords: 1,
      inputs: 6,
      dates: 8,
      authors: 1,
      comments: 3,
      posts: 3,
      reviews: 4,
      codeBlocks: 3,
      players: 1,
    },
  });
  const others = [
    { prices: 1, dates: 1, articles: 1, words: 100, inputs: 1, images: 20 },
    { prices: 6, links: 200, linksOut: 150 },
  ].map((counts) => makeSignals({ counts }));
  const counted = new Set([everything, ...others].flatMap(listContentFeatures).map(({ feature }) => feature));
  for (const name of ['domain.clues.tsv', 'page.clues.tsv']) {
    const features = readTable(name).map(([feature = '']) => feature);
    assert.equal(new Set(features).size, features.length, name);
    for (const feature of features) {
      const [prefix = '', value = ''] = feature.split(':');
      if (prefix === 'count') assert.ok(counted.has(feature), feature);
      if (prefix !== 'phrase' && prefix !== 'made') continue;
      assert.ok(
        readTable(PREFIXES[prefix]).some(([kind]) => kind === value),
        feature,
      );
    }
  }
});

test('key phrases stand in fifteen languages, and placeholders in ten', () => {
  const languages = new Map<string, Set<string>>();
  for (const [kind = '', , language = ''] of readTable('phrases.tsv'))
    languages.set(kind, (languages.get(kind) ?? new Set<string>()).add(language));
  const wide = [...languages].filter(([, known]) => known.size >= 15).map(([kind]) => kind);
  for (const kind of ['add_to_cart', 'buy_now', 'cart', 'log_in', 'start_trial', 'get_quote', 'min_read', 'legal', 'apply_job'])
    assert.ok(wide.includes(kind), `${kind}: ${languages.get(kind)?.size}`);
  for (const [kind = '', wordsMax, , phrases] of readTable('placeholders.tsv'))
    if (Number(wordsMax) > 8) assert.ok(splitCell(phrases).length >= 10, kind);
});
