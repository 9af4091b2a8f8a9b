import assert from 'node:assert/strict';
import test from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import { NEEDS_EXAMPLES, readVendorExample } from '../../../../test/support/vendor-contract.ts';
import type { KeywordResult } from './mapper.ts';
import {
  readAdsKeywords,
  readAiVolumes,
  readDomainCategories,
  readIntents,
  readKeywordCategories,
  readLabsKeywords,
  type ReadList,
} from './list-mapper.ts';
import type { ShapeSurprise } from '../surprises.ts';

const isDamaged = (error: unknown): boolean => error instanceof OutsideError && error.kind === 'parse' && error.retryable;

function read<Value>(list: ReadList<Value>, answer: Partial<KeywordResult>) {
  const surprises: ShapeSurprise[] = [];
  const value = list({ result: null, isPaid: true, ...answer }, (kind) => surprises.push(kind));
  return { value, surprises };
}

const readReal = (name: string, list: typeof readLabsKeywords = readLabsKeywords) => read(list, { result: readVendorExample(name) }).value;
const ROW = { keyword: 'Red  Tea', keyword_info: { search_volume: 90, categories: [10_019] } };

test('real suggestions are read, with the seed that stands before them', NEEDS_EXAMPLES, () => {
  const { rows, total, seed } = readReal('dataforseo_labs.google.keyword_suggestions.live');
  assert.deepEqual([rows.map(({ keyword }) => keyword), total, seed?.keyword], [['boost cell phone'], 3_488_300, 'phone']);
  assert.deepEqual([seed?.searchVolume, seed?.competition, seed?.competitionLevel], [368_000, 1, 'HIGH']);
  // The sample closes the seed too early; what would follow counts as missing.
  assert.deepEqual([seed?.keywordDifficulty, seed?.intent, rows[0]?.serpInfo?.itemTypes.includes('organic')], [null, null, true]);
});

test('real ideas and related keywords are read, wrapped or not', NEEDS_EXAMPLES, () => {
  const ideas = readReal('dataforseo_labs.google.keyword_ideas.live');
  assert.deepEqual([ideas.rows[0]?.keyword, ideas.rows.length, ideas.total, ideas.seed], ['phone', 3, 533_763, null]);
  assert.deepEqual([ideas.rows[0]?.categories.includes(10_878), ideas.rows[0]?.bids], [true, { low: 3.08, high: 10.5 }]);
  const related = readReal('dataforseo_labs.google.related_keywords.live');
  assert.deepEqual(
    related.rows.slice(0, 2).map(({ keyword }) => keyword),
    ['phone', 'phone call'],
  );
  assert.deepEqual([related.total, related.rows[1]?.monthlySearches.length], [9, 12]);
});

test('real rows of the planner and volumes of assistants are read', NEEDS_EXAMPLES, () => {
  const [row] = readReal('keywords_data.google_ads.search_volume.live', readAdsKeywords).rows;
  assert.deepEqual([row?.keyword, row?.searchVolume, row?.competition, row?.cpc], ['iphone 12', 11_100_000, 1, null]);
  const { value } = read(readAiVolumes, { result: readVendorExample('ai_optimization.ai_keyword_data.keywords_search_volume.live') });
  assert.deepEqual([value.byKeyword.get('iphone')?.searchVolume, value.byKeyword.get('seo')?.monthlySearches.length], [407_838, 12]);
});

test('no list is empty because it could not be read', () => {
  const damaged: readonly Partial<KeywordResult>[] = [
    { isPaid: false },
    { result: ['?'] },
    { result: [{ seed_keyword: 'tea' }] },
    { result: [{ items_count: 2, items: null }] },
    { result: [{ total_count: 5, items: [] }], skipped: 4 },
    { result: [{ items: 'many' }] },
    { result: [{ items: [ROW, 1, 2] }] },
    { result: [{ items: [{ type: 'new_kind' }] }] },
  ];
  for (const answer of damaged) assert.throws(() => read(readLabsKeywords, answer), isDamaged, JSON.stringify(answer));
  assert.throws(() => read(readAdsKeywords, { isPaid: false }), isDamaged);
  assert.throws(() => read(readAdsKeywords, { result: [1, 2] }), isDamaged);
});

test('what really is empty is an empty list, and a single odd row is counted', () => {
  for (const answer of [{}, { result: [{ items: null }] }, { result: [{ total_count: 5, items: [] }], skipped: 5 }])
    assert.deepEqual(read(readLabsKeywords, answer).value.rows, []);
  assert.deepEqual(read(readAdsKeywords, {}).value, { rows: [], came: 0, total: 0, seed: null });
  const { value, surprises } = read(readLabsKeywords, { result: [{ items_count: 3, items: [{ keyword_data: ROW }, { type: 'new' }] }] });
  assert.deepEqual([value.rows[0]?.keyword, value.came, surprises], ['red tea', 2, ['items_count_differs', 'keyword_unreadable']]);
});

test('intents come most probable first, and labels of a new kind are left out', () => {
  const items = [
    {
      keyword: 'Tea',
      keyword_intent: { label: 'commercial', probability: 0.4 },
      secondary_keyword_intents: [
        { label: 'local', probability: 0.9 },
        { label: 'informational', probability: 0.5 },
      ],
    },
    { keyword: 'odd', keyword_intent: { label: 'local', probability: 1 }, secondary_keyword_intents: null },
  ];
  assert.deepEqual(
    [...read(readIntents, { result: [{ items }] }).value.byKeyword],
    [
      [
        'tea',
        [
          { label: 'informational', probability: 0.5 },
          { label: 'commercial', probability: 0.4 },
        ],
      ],
    ],
  );
});

test('categories and volumes: what is not known is not there, and never 0', () => {
  const categories = [
    { keyword: 'Tea', categories: [10_019] },
    { keyword: 'none', categories: null },
  ];
  const { byKeyword } = read(readKeywordCategories, { result: [{ items: categories }] }).value;
  assert.deepEqual(
    [...byKeyword],
    [
      ['tea', [10_019]],
      ['none', []],
    ],
  );
  const volumes = [
    { keyword: 'tea', ai_search_volume: null, ai_monthly_searches: null },
    { keyword: 'pot', ai_search_volume: 0 },
  ];
  assert.deepEqual(
    [...read(readAiVolumes, { result: [{ items: volumes }] }).value.byKeyword],
    [['pot', { searchVolume: 0, monthlySearches: [] }]],
  );
});

test('categories of a domain: most keywords first, of equal ones the deepest', () => {
  const toRow = (path: number[], count?: number) => ({
    categories: path,
    metrics: count === undefined ? null : { organic: { count, etv: 1.5 } },
  });
  const items = [toRow([1]), toRow([2], 7), toRow([2, 3], 7), toRow([4], 9), toRow([])];
  const { value, surprises } = read(readDomainCategories, { result: [{ total_count: 5, items }] });
  assert.deepEqual(
    value.rows.map(({ path }) => path),
    [[4], [2, 3], [2], [1]],
  );
  assert.deepEqual([value.rows[0]?.estimatedTraffic, value.rows.at(-1)?.keywordsCount, surprises], [1.5, null, ['keyword_unreadable']]);
});
