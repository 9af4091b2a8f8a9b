import assert from 'node:assert/strict';
import test from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import type { MetricsSource } from '#providers/search-data/index.ts';
import { toKeywordMetrics } from './mapper.ts';
import type { ShapeSurprise } from '../surprises.ts';

function read(result: readonly unknown[] | null, source: MetricsSource = 'labs', isPaid = true) {
  const surprises: ShapeSurprise[] = [];
  const metrics = toKeywordMetrics({ result, source, isPaid }, (kind) => surprises.push(kind));
  return { metrics, surprises };
}

const isDamaged = (error: unknown): boolean => error instanceof OutsideError && error.kind === 'parse' && error.retryable;

const LABS_ROW = {
  se_type: 'google',
  keyword: 'Running  Shoes',
  keyword_info: {
    search_volume: 1000,
    cpc: 1.25,
    competition: 0.4,
    competition_level: 'MEDIUM',
    categories: [10021],
    low_top_of_page_bid: 0.5,
    high_top_of_page_bid: 2.5,
    monthly_searches: [
      { year: 2025, month: 12, search_volume: 900 },
      { year: 2026, month: 2, search_volume: 1100 },
      { year: 2026, month: 1, search_volume: null },
    ],
  },
  keyword_properties: { keyword_difficulty: 37 },
  search_intent_info: { main_intent: 'transactional', foreign_intent: null },
};

test("reads the database's rows by normalized keyword, months newest first and without gaps", () => {
  const { metrics } = read([{ items_count: 1, items: [LABS_ROW] }]);
  assert.deepEqual(
    [...metrics.values()],
    [
      {
        keyword: 'running shoes',
        searchVolume: 1000,
        cpc: 1.25,
        competition: 0.4,
        competitionLevel: 'MEDIUM',
        keywordDifficulty: 37,
        intent: 'transactional',
        monthlySearches: [
          { year: 2026, month: 2, searchVolume: 1100 },
          { year: 2025, month: 12, searchVolume: 900 },
        ],
        categories: [10021],
        bids: { low: 0.5, high: 2.5 },
        normalizedByBing: null,
        normalizedByClickstream: null,
        clickstream: null,
        serpInfo: null,
      },
    ],
  );
});

test('other ways of counting, people and the result page are read where they came', () => {
  const months = [{ year: 2026, month: 2, search_volume: 800 }];
  const series = { searchVolume: 700, monthlySearches: [{ year: 2026, month: 2, searchVolume: 800 }] };
  const counted = { search_volume: 700, monthly_searches: months };
  const row = {
    ...LABS_ROW,
    keyword_info_normalized_with_bing: counted,
    keyword_info_normalized_with_clickstream: { search_volume: 'many', monthly_searches: null },
    clickstream_keyword_info: { ...counted, gender_distribution: { female: 400, male: null }, age_distribution: { '18-24': 70 } },
    serp_info: {
      check_url: 'https://x.com/',
      serp_item_types: ['organic'],
      se_results_count: 12,
      last_updated_time: '2026-02-01 04:05:06 +00:00',
    },
  };
  const [metrics] = read([{ items: [row] }]).metrics.values();
  assert.deepEqual(metrics?.normalizedByBing, series);
  assert.deepEqual(metrics?.normalizedByClickstream, { searchVolume: null, monthlySearches: [] });
  assert.deepEqual(metrics?.clickstream, { ...series, genders: { female: 400 }, ages: { '18-24': 70 } });
  assert.deepEqual(metrics?.serpInfo, {
    checkUrl: 'https://x.com/',
    itemTypes: ['organic'],
    resultsCount: 12,
    checkedAt: new Date('2026-02-01T04:05:06Z'),
  });
});

test("reads the planner's competition as a share, and a row without figures as unknown", () => {
  const row = { keyword: 'tea', competition: 'HIGH', competition_index: 91, search_volume: 50, cpc: null, monthly_searches: null };
  const unknown = { keyword: 'qwrtz', competition: null, competition_index: null, search_volume: null, cpc: null, monthly_searches: null };
  const { metrics } = read([row, unknown], 'google_ads');
  assert.deepEqual([...metrics.keys()], ['tea']);
  const { competition, competitionLevel, searchVolume, keywordDifficulty } = metrics.get('tea') ?? {};
  assert.deepEqual(
    { competition, competitionLevel, searchVolume, keywordDifficulty },
    {
      competition: 0.91,
      competitionLevel: 'HIGH',
      searchVolume: 50,
      keywordDifficulty: null,
    },
  );
});

test('values of a new kind are nulls, and elements of an unknown shape are counted', () => {
  const odd = {
    ...LABS_ROW,
    keyword_info: { ...LABS_ROW.keyword_info, competition_level: 'EXTREME', monthly_searches: 'soon' },
    search_intent_info: { main_intent: 'curious' },
  };
  const { metrics, surprises } = read([{ items: [odd, { type: 'something_new' }] }]);
  const [only] = metrics.values();
  assert.deepEqual([only?.competitionLevel, only?.intent, only?.monthlySearches, only?.searchVolume], [null, null, [], 1000]);
  assert.deepEqual(surprises, ['keyword_unreadable']);
});

test('nothing known is an answer that is charged; an answer with nothing in it is none', () => {
  assert.equal(read([{ items_count: 0, items: [] }]).metrics.size, 0);
  assert.equal(read([{ items_count: 0, items: null }]).metrics.size, 0);
  assert.equal(read(null).metrics.size, 0);
  assert.throws(() => read(null, 'labs', false), isDamaged);
  assert.throws(() => read([], 'labs'), isDamaged);
  assert.throws(() => read([{ items: 'many' }]), isDamaged);
  assert.throws(() => read([], 'google_ads'), isDamaged);
  assert.throws(() => read([{ items: [LABS_ROW, 1, 2] }]), isDamaged, 'a keyword that was not seen may well be there');
});
