import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterRows } from '#ui/grid/columns/order.ts';
import { countBands, findBadPattern, summarize, toChips, toTests, type KeywordFilters } from './filters.ts';
import { readKeywords, toKeywordId, type GridAnswer } from '../keywords.ts';
import { changeCompetitorRange, findCompetitorRange, parseRange } from './ranges.ts';

const NONE = [null, null, null, null];
const COST = 0.002;
const CHECKED_AT = Date.UTC(2026, 10, 20);

/** Four rows: ranked third, not found, failed after a good check, never checked. */
const answer: GridAnswer = {
  success: true,
  project_id: 'proj_1',
  time_zone: 'UTC',
  position_scale: 'organic',
  position_scale_pending: null,
  from: '2026-11-01',
  to: '2026-11-23',
  compare: 'check',
  compare_day: null,
  as_of: null,
  n: 4,
  total: 4,
  matching: 4,
  traffic: { visits: null, keywords: 0, without_volume: 0, without_outcome: 0 },
  lists: {
    status: ['ranked', 'not_found', 'failed', 'pending'],
    movement: ['up', 'down', 'unchanged', 'new', 'lost'],
    ai_overview: ['cited', 'not_cited', 'not_shown', 'not_loaded'],
    engine: ['engine_a'],
    channel: ['seo'],
    device: ['desktop'],
    language_code: ['en'],
    check_interval: ['daily', 'manual'],
    depth_strategy: ['full'],
    intent: ['commercial'],
    journey: ['decision'],
    modifier: ['price', 'local'],
    domain: ['own.example'],
    target_domain: [],
    page: ['https://own.example/a', 'https://own.example/b'],
    provider: ['provider_a'],
    error: ['timeout'],
    feature: ['ai_overview', 'images'],
    tag: [{ id: 'tag_1', name: 'brand', color: 'red' }],
  },
  columns: {
    keyword_id: ['kw_1', 'kw_2', 'kw_3', 'kw_4'],
    keyword: ['free invoice maker', 'Invoice app', 'billing (online)', 'time tracker'],
    engine: [0, 0, 0, 0],
    channel: [0, 0, 0, 0],
    location_code: [2840, 2840, 2840, 2840],
    language_code: [0, 0, 0, 0],
    device: [0, 0, 0, 0],
    status: [0, 1, 2, 3],
    position: [3, null, 7, null],
    rank_absolute: [5, null, 12, null],
    previous: [5, 9, null, null],
    change: [2, null, null, null],
    movement: [0, 4, null, null],
    best: [2, 9, 7, null],
    domain: [0, null, 0, null],
    page: [0, null, 1, null],
    target_page: [1, null, null, null],
    target_domain: NONE,
    features: [[0, 1], [1], [], []],
    is_featured: [false, false, false, false],
    ai_overview: [0, 3, 2, null],
    ai_overview_place: [4, null, null, null],
    volume: [100, 1000, null, 10],
    cpc: [1.5, null, null, null],
    competition: NONE,
    difficulty: NONE,
    enriched_at: NONE,
    enrichment_usd: NONE,
    intent: [0, null, null, null],
    journey: [0, null, null, null],
    branded: [true, false, null, false],
    has_brand_mention: [true, true, null, false],
    modifiers: [[0], [1], [], []],
    tags: [[0], [], [], []],
    has_note: [false, false, false, false],
    is_starred: [true, false, false, false],
    is_paused: [false, false, false, false],
    depth: [100, 100, 100, 100],
    depth_strategy: [0, 0, 0, 0],
    check_interval: [0, 0, 1, 0],
    checked_depth: [100, 50, 100, null],
    checked_at: [CHECKED_AT, CHECKED_AT, CHECKED_AT, null],
    failed_at: [null, null, CHECKED_AT + 86_400_000, null],
    error: [null, null, 0, null],
    next_check_at: NONE,
    provider: [0, 0, 0, null],
    cost_usd: [COST, COST, COST, null],
    monthly_usd: [30 * COST, 30 * COST, 0, 30 * COST],
    traffic: [19.3, 0, null, null],
  },
  competitors: [
    {
      domain: 'rival.example',
      status: [0, 0, 2, 1],
      position: [8, 2, 4, null],
      rank_absolute: [11, 4, 6, null],
      checked_depth: [100, 100, 100, 100],
      ai_overview_place: [null, null, null, null],
      other_checks: [],
    },
  ],
  spark: btoa(String.fromCodePoint(255, 3, 0, 0, 7, 254, 255, 255)),
};
const keywords = readKeywords(answer);
const match = (filters: KeywordFilters): number[] => [...filterRows(keywords.count, toTests(keywords, filters))];

test('each outcome is itself: a failure keeps its last good value, and neither is a position', () => {
  assert.deepEqual(keywords.outcomeOf(0), {
    outcome: 'ranked',
    position: 3,
    depth: 100,
    checkedAt: '2026-11-20T00:00:00.000Z',
    costUsd: COST,
    provider: 'provider_a',
  });
  assert.deepEqual(keywords.outcomeOf(2), {
    outcome: 'failed',
    checkedAt: '2026-11-21T00:00:00.000Z',
    reason: 'timeout',
    lastGood: { position: 7, depth: 100, checkedAt: '2026-11-20T00:00:00.000Z', costUsd: COST, provider: 'provider_a' },
  });
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => keywords.bandOf(row)),
    ['top3', 'not_found', 'failed', 'pending'],
  );
  assert.deepEqual([...keywords.sparkOf(2)], [7, 254]);
});

test('what an AI Overview says of a site is a filter, and what was not loaded is another than what is not shown', () => {
  assert.deepEqual(match({ overview: ['cited'] }), [0]);
  assert.deepEqual(match({ overview: ['not_loaded', 'not_shown'] }), [1, 2]);
  assert.deepEqual(match({ overview: ['not_cited'] }), []);
});

test('a row has a name that outlives new data', () => {
  assert.equal(keywords.keyOf(1), 'kw_2~engine_a~seo');
  assert.equal(toKeywordId(keywords.keyOf(1)), 'kw_2');
});

test('words, expressions, ranges and lists choose rows', () => {
  assert.deepEqual(match({ q: 'invoice MAKER' }), [0]);
  assert.deepEqual(match({ q: '^(in|bill)', regex: true }), [1, 2]);
  assert.deepEqual(match({ volume: '100..' }), [0, 1]);
  assert.deepEqual(match({ position: '..10' }), [0], 'the position of a failed check is an older one');
  assert.deepEqual(match({ band: ['failed', 'pending'] }), [2, 3]);
  assert.deepEqual(match({ tag: ['tag_1'], feature: ['images'] }), [0]);
  assert.deepEqual(match({ feature: ['images'] }), [0, 1]);
  assert.deepEqual(match({ wrongPage: true }), [0]);
  assert.deepEqual(match({ moved: 'lost' }), [1]);
  assert.deepEqual(match({ starred: true, page: '/a' }), [0]);
  assert.deepEqual([match({ journey: ['decision'] }), match({ modifier: ['local', 'price'] })], [[0], [0, 1]]);
  assert.deepEqual([match({ branded: true }), match({ branded: false })], [[0], [1, 3]], 'a keyword that was not read is neither');
  assert.deepEqual([match({ mention: true }), match({ mention: false })], [[0, 1], [3]]);
});

test('where competitors stand chooses rows, and a failed check tells of none', () => {
  assert.deepEqual(match({ vs: ['rival.example ..10'] }), [0, 1]);
  assert.deepEqual(match({ vs: ['rival.example ..3'], volume: '1..' }), [1]);
  assert.deepEqual(match({ vs: ['rival.example ..10', 'gone.example 1..'] }), [], 'a website that is no competitor any more');
  const ranges = changeCompetitorRange(['rival.example ..10'], 'rival.example.org', '4..');
  assert.deepEqual(ranges, ['rival.example ..10', 'rival.example.org 4..']);
  assert.equal(findCompetitorRange(ranges, 'rival.example'), '..10');
  assert.deepEqual(toChips({ vs: ranges }, String)[0], { label: 'rival.example ..10', without: { vs: ['rival.example.org 4..'] } });
  assert.equal(changeCompetitorRange(['rival.example ..10'], 'rival.example', undefined), undefined);
});

test('an expression that cannot be read hides nothing and is named', () => {
  assert.match(findBadPattern({ q: '(', regex: true }) ?? '', /Unterminated group/u);
  assert.deepEqual(match({ q: '(', regex: true }), [0, 1, 2, 3]);
});

test('ranges have open ends', () => {
  assert.deepEqual(parseRange('-3..4.5'), [-3, 4.5]);
  assert.deepEqual(parseRange('..10'), [-Infinity, 10]);
  assert.equal(parseRange('..'), undefined);
});

test('blocks count what every other filter leaves', () => {
  const counts = countBands(keywords, { volume: '1..', band: ['failed'] });
  assert.deepEqual(Object.fromEntries([...counts].filter(([, count]) => count > 0)), { top3: 1, not_found: 1, pending: 1 });
});

test('an average leaves out what does not rank, and says how many rank', () => {
  assert.deepEqual(summarize(keywords, [0, 1, 2, 3]), { ranked: 1, average: 3 });
  assert.deepEqual(summarize(keywords, [1, 2]), { ranked: 0, average: null });
});

test('filters are said as chips, each of which takes its own away', () => {
  const chips = toChips({ tag: ['tag_1'], volume: '100..', band: ['top3', 'failed'] }, () => 'brand');
  assert.deepEqual(
    chips.map(({ label }) => label),
    ['Position: 1–3 or Failed', 'Volume 100..', 'Tag: brand'],
  );
  assert.deepEqual(chips[1]?.without, { volume: undefined });
});

test("positions, bands, ranges and averages count in the project's scale", () => {
  const onPage = readKeywords({ ...answer, position_scale: 'page' });
  assert.deepEqual([keywords.positionOf(0), keywords.otherPlaceOf(0), keywords.bandOf(0)], [3, 5, 'top3']);
  assert.deepEqual([onPage.positionOf(0), onPage.otherPlaceOf(0), onPage.bandOf(0)], [5, 3, 'top10']);
  assert.deepEqual([summarize(keywords, [0, 1]).average, summarize(onPage, [0, 1]).average], [3, 5]);
  assert.deepEqual([...filterRows(onPage.count, toTests(onPage, { position: '4..6' }))], [0]);
  assert.deepEqual(match({ position: '4..6' }), []);
  assert.deepEqual([keywords.competitors?.[0]?.positionOf(0), onPage.competitors?.[0]?.positionOf(0)], [8, 11]);
});
