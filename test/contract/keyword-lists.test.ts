import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { FetchOptions, KeywordMetrics } from '#providers/search-data/index.ts';
import type { KeywordRows, ListAnswer } from '#providers/search-data/lists.ts';
import { openSandboxBench, type SandboxBench, type SandboxCalls } from '../support/sandbox-bench.ts';
import { checkVendorContract, NEEDS_SCHEMA } from '../support/vendor-contract.ts';

const SCOPE = { source: 'workflow', projectId: 'proj_1', workflowType: 'keyword-harvest' } as const;
const MARKET = { locationCode: 2840, languageCode: 'en' } as const;
const SEED = 'running shoes';
const GIBBERISH = 'qwrtzpsdfg';
const FORBIDDEN = 'shoes?';
const UNKNOWN_SITE = 'nobody-knows-this.com';

interface Truth {
  readonly search_volume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keyword_difficulty: number | null;
  readonly intent: string;
  readonly categories: readonly number[] | null;
  readonly main_category: number | null;
  readonly ai_search_volume: number | null;
}

let bench: SandboxBench;
/** A shop for running shoes. */
let target: string;

async function readTruth(keyword: string): Promise<Truth> {
  return (await bench.sandbox.control<Truth>(`/_sandbox/truth/keyword?keyword=${encodeURIComponent(keyword)}`)).body;
}

function requireAnswer<Value>(answer: ListAnswer<Value>): Value & { readonly costUsd: number } {
  assert.equal(answer.state, 'answered', JSON.stringify(answer));
  return answer;
}

async function checkFigures(rows: readonly KeywordMetrics[], source: 'labs' | 'google_ads' = 'labs'): Promise<void> {
  assert.ok(rows.length > 0);
  assert.equal(new Set(rows.map(({ keyword }) => keyword)).size, rows.length, 'a keyword came twice');
  for (const { keyword, ...row } of rows.filter((_row, at) => at % Math.ceil(rows.length / 12) === 0)) {
    const truth = await readTruth(keyword);
    assert.deepEqual([row.searchVolume, row.cpc, row.competition], [truth.search_volume, truth.cpc, truth.competition], keyword);
    if (source === 'labs')
      assert.deepEqual(
        [row.keywordDifficulty, row.intent, row.categories],
        [truth.keyword_difficulty, truth.intent, truth.categories],
        keyword,
      );
  }
}

function isOrdered(rows: readonly KeywordMetrics[]): boolean {
  return rows.every(({ searchVolume }, at) => at === 0 || (rows[at - 1]?.searchVolume ?? 0) >= (searchVolume ?? 0));
}

async function readAll(fetch: (offset: number) => Promise<ListAnswer<KeywordRows>>): Promise<KeywordMetrics[]> {
  const rows: KeywordMetrics[] = [];
  for (;;) {
    const page = requireAnswer(await fetch(rows.length));
    rows.push(...page.rows);
    if (rows.length >= (page.total ?? 0)) return rows;
  }
}

async function checkCosts(): Promise<void> {
  const { ledger, counted, reserved, charged } = await bench.readCosts();
  assert.deepEqual({ ledger, counted, reserved }, { ledger: charged, counted: charged, reserved: 0 });
}

describe('lists of keywords', () => {
  let close: (() => Promise<void>)[] = [];
  before(async () => {
    const t = { after: (work: () => Promise<void>) => void close.push(work) };
    bench = await openSandboxBench(t as never);
    await bench.stores.postgres.query('create table answers_kept (bytes bytea not null, state text)');
    const { body } = await bench.sandbox.control<{ sites: { domain: string; topic: string; business_type: string }[] }>('/_sandbox/world');
    target = body.sites.find((site) => site.topic === 'running-shoes' && site.business_type === 'ecommerce')?.domain ?? '';
  });
  after(async () => {
    for (const work of close.toReversed()) await work();
    close = [];
  });

  test('suggestions hold all words of the seed, page by page, the most searched first', async () => {
    const request = { keyword: SEED, ...MARKET, limit: 40, withSeed: true };
    const first = requireAnswer(await bench.searchData.fetchKeywordSuggestions(request, SCOPE));
    assert.deepEqual([first.came, first.seed?.keyword, first.costUsd], [40, SEED, bench.searchData.estimateListUsd('suggestions', 40)]);
    const all = await readAll((offset) => bench.searchData.fetchKeywordSuggestions({ ...request, limit: 60, offset }, SCOPE));
    assert.equal(all.length, first.total);
    assert.ok(all.every(({ keyword }) => keyword.includes('running') && keyword.includes('shoes') && keyword !== SEED) && isOrdered(all));
    await checkFigures(all);
  });

  test('ideas are of the topics of the seeds, the nearest first', async () => {
    const request = { keywords: ['espresso machine', SEED, GIBBERISH], ...MARKET, limit: 400 };
    const { rows, total, costUsd } = requireAnswer(await bench.searchData.fetchKeywordIdeas(request, SCOPE));
    assert.deepEqual(new Set(rows.slice(0, 2).map(({ keyword }) => keyword)), new Set(['espresso machine', SEED]));
    assert.deepEqual([rows.length, (total ?? 0) > 400, costUsd], [400, true, bench.searchData.estimateListUsd('ideas', 400)]);
    await checkFigures(rows);
  });

  test('related keywords are those of the result page, or of the planner', async () => {
    const related = requireAnswer(
      await bench.searchData.fetchRelatedKeywords({ source: 'labs', keyword: SEED, ...MARKET, limit: 50 }, SCOPE),
    );
    assert.ok(related.rows.length > 8 && isOrdered(related.rows));
    await checkFigures(related.rows);
    const keywords = [SEED, 'trail running shoes'];
    const planned = requireAnswer(await bench.searchData.fetchRelatedKeywords({ source: 'google_ads', keywords, ...MARKET }, SCOPE));
    assert.deepEqual([planned.total, planned.costUsd], [planned.rows.length, bench.searchData.estimateListUsd('ads_related', 1)]);
    await checkFigures(planned.rows, 'google_ads');
  });

  test('keywords for a site begin with what it ranks for, and go on with its topic', async () => {
    const ranked = await bench.searchData.fetchRankedKeywords({ target, ...MARKET, limit: 1_000 }, SCOPE);
    const all = await readAll((offset) =>
      bench.searchData.fetchKeywordsForSite({ source: 'labs', target, ...MARKET, limit: 150, offset }, SCOPE),
    );
    assert.ok(ranked.rows.length > 20 && all.length > ranked.rows.length);
    const best = new Set(ranked.rows.map(({ keyword }) => keyword));
    assert.ok(all.slice(0, best.size).every(({ keyword }) => best.has(keyword)));
    await checkFigures(all);
    const planned = requireAnswer(await bench.searchData.fetchKeywordsForSite({ source: 'google_ads', target, ...MARKET }, SCOPE));
    assert.ok(planned.rows.length >= all.length / 2, 'the planner read a page, not the site');
    await checkFigures(planned.rows, 'google_ads');
  });

  test('categories of keywords, of a site and keywords of categories agree', async () => {
    const asked = [SEED, 'plumber near me', GIBBERISH];
    const { byKeyword } = requireAnswer(await bench.searchData.fetchCategoriesForKeywords({ keywords: asked, languageCode: 'en' }, SCOPE));
    const [shoes, plumber] = [await readTruth(SEED), await readTruth('plumber near me')];
    assert.deepEqual(Object.fromEntries(byKeyword), { [SEED]: shoes.categories, 'plumber near me': plumber.categories });
    const site = requireAnswer(await bench.searchData.fetchCategoriesForDomain({ target, ...MARKET, limit: 100 }, SCOPE));
    const [best] = site.rows;
    assert.equal(best?.path.at(-1), shoes.main_category);
    assert.deepEqual(new Set(best?.path), new Set(shoes.categories));
    assert.ok((best?.keywordsCount ?? 0) > 20 && (best?.estimatedTraffic ?? 0) > 0);
    for (const [at, id] of (best?.path ?? []).entries())
      assert.equal(findProviderCategory(id)?.parentId, best?.path[at - 1] ?? null, `${id} is not where the provider has it`);
    const categoryIds = [shoes.main_category ?? 0, plumber.main_category ?? 0];
    const rows = await readAll((offset) =>
      bench.searchData.fetchKeywordsForCategories({ categoryIds, ...MARKET, limit: 500, offset }, SCOPE),
    );
    assert.ok(categoryIds.every((id) => rows.some(({ categories }) => categories.includes(id))) && isOrdered(rows));
    assert.ok(rows.every(({ categories }) => categories.some((id) => categoryIds.includes(id))));
    await checkFigures(rows);
  });

  test('intents add up to one at most, and volumes of assistants are the true ones; unknown is not 0', async () => {
    const keywords = [SEED, 'best running shoes', 'what is invoicing software'];
    const intents = requireAnswer(await bench.searchData.fetchIntents({ keywords }, SCOPE));
    for (const keyword of keywords) {
      const chances = intents.byKeyword.get(keyword) ?? [];
      assert.equal(chances[0]?.label, (await readTruth(keyword)).intent);
      assert.ok(chances.reduce((sum, { probability }) => sum + probability, 0) <= 1);
    }
    assert.equal(intents.costUsd, bench.searchData.estimateListUsd('intents', keywords.length));
    const volumes = requireAnswer(await bench.searchData.fetchAiVolumes({ keywords: [...keywords, GIBBERISH], ...MARKET }, SCOPE));
    assert.deepEqual([...volumes.byKeyword.keys()], keywords);
    for (const [keyword, { searchVolume, monthlySearches }] of volumes.byKeyword)
      assert.deepEqual([searchVolume, monthlySearches.length], [(await readTruth(keyword)).ai_search_volume, 12]);
    assert.equal(volumes.costUsd, bench.searchData.estimateListUsd('ai_volumes', 4));
  });

  test('clickstream doubles the price and gives what is counted otherwise, and the people', async () => {
    const asked = { source: 'labs', keywords: [SEED, GIBBERISH], ...MARKET } as const;
    const answer = await bench.searchData.fetchKeywords({ ...asked, withClickstream: true }, SCOPE);
    assert.ok(answer.state === 'answered');
    assert.equal(answer.costUsd, 0.0202);
    assert.ok(answer.costUsd <= bench.searchData.estimateKeywordsUsd({ ...asked, withClickstream: true }));
    const { searchVolume, normalizedByBing, normalizedByClickstream, clickstream, bids } = answer.metrics.get(SEED) ?? {};
    const volumes = [searchVolume, normalizedByBing?.searchVolume, normalizedByClickstream?.searchVolume];
    assert.ok(new Set(volumes).size === 3 && volumes.every((volume) => (volume ?? 0) > 0), JSON.stringify(volumes));
    assert.equal(normalizedByClickstream?.monthlySearches.length, 12);
    assert.equal((clickstream?.genders['female'] ?? NaN) + (clickstream?.genders['male'] ?? NaN), clickstream?.searchVolume);
    assert.ok((clickstream?.ages['18-24'] ?? 0) > 0 && (bids?.low ?? 0) < (bids?.high ?? 0));
    const page = { keyword: SEED, ...MARKET, limit: 3, withClickstream: true, withSerpInfo: true };
    const list = requireAnswer(await bench.searchData.fetchKeywordSuggestions(page, SCOPE));
    assert.equal(list.costUsd, bench.searchData.estimateListUsd('suggestions', 3, page));
    assert.ok(list.rows.every(({ serpInfo, clickstream: people }) => serpInfo?.itemTypes.includes('organic') && people !== null));
  });

  test('nothing known, and a page beyond the end, are answers without rows, and cost', async () => {
    const page = { ...MARKET, limit: 10 };
    for (const answer of [
      await bench.searchData.fetchKeywordSuggestions({ keyword: GIBBERISH, ...page }, SCOPE),
      await bench.searchData.fetchKeywordSuggestions({ keyword: SEED, ...page, offset: 9_000 }, SCOPE),
      await bench.searchData.fetchKeywordIdeas({ keywords: [GIBBERISH], ...page }, SCOPE),
      await bench.searchData.fetchRelatedKeywords({ source: 'labs', keyword: GIBBERISH, ...page }, SCOPE),
      await bench.searchData.fetchRelatedKeywords({ source: 'google_ads', keywords: [GIBBERISH], ...MARKET }, SCOPE),
      await bench.searchData.fetchKeywordsForSite({ source: 'labs', target: UNKNOWN_SITE, ...page }, SCOPE),
      await bench.searchData.fetchKeywordsForCategories({ categoryIds: [1], ...page }, SCOPE),
    ]) {
      const { rows, costUsd } = requireAnswer(answer);
      assert.deepEqual([rows, costUsd > 0], [[], true]);
    }
    const site = requireAnswer(await bench.searchData.fetchCategoriesForDomain({ target: UNKNOWN_SITE, ...page }, SCOPE));
    assert.deepEqual([site.rows, site.costUsd], [[], 0.02]);
    await checkCosts();
  });

  test('what the provider does not take is named, and free', async () => {
    const earlier = await bench.readCosts();
    const page = { ...MARKET, limit: 10 };
    const abroad = { ...page, languageCode: 'de' };
    const refusals: [ListAnswer<unknown>, string][] = [
      [await bench.searchData.fetchIntents({ keywords: [SEED, FORBIDDEN] }, SCOPE), 'keywords'],
      [await bench.searchData.fetchKeywordSuggestions({ keyword: FORBIDDEN, ...page }, SCOPE), 'keywords'],
      [await bench.searchData.fetchKeywordSuggestions({ keyword: SEED, ...abroad }, SCOPE), 'location'],
      [await bench.searchData.fetchAiVolumes({ keywords: [SEED], ...MARKET, locationCode: 1 }, SCOPE), 'location'],
      [await bench.searchData.fetchKeywordsForSite({ source: 'labs', target: 'https://x.com/', ...page }, SCOPE), 'target'],
      [await bench.searchData.fetchKeywordsForCategories({ categoryIds: [0.5], ...page }, SCOPE), 'categories'],
    ];
    for (const [answer, what] of refusals) assert.deepEqual(answer.state === 'refused' && answer.what, what);
    assert.deepEqual([bench.searchData.hasLists(2840, 'en'), bench.searchData.hasLists(2840, 'de')], [true, false]);
    assert.deepEqual(await bench.readCosts(), earlier);
    await bench.sandbox.control('/_sandbox/faults', { match: 'for_site', kind: 'provider_40501', count: 1 });
    for (const mine of [
      bench.searchData.fetchKeywordsForSite({ source: 'labs', target, ...page }, SCOPE),
      bench.searchData.fetchKeywordSuggestions({ keyword: SEED, ...page, limit: 5_000 }, SCOPE),
    ])
      await assert.rejects(mine, (error) => error instanceof OutsideError && error.kind === 'request_refused');
  });

  test('every fault is a failure with a name and never an empty list; a lost price is looked up', async () => {
    const faults: { kind: string; is: OutsideFailure; isLost?: boolean }[] = [
      { kind: 'http_500', is: 'provider' },
      { kind: 'lost_answer', is: 'network', isLost: true },
      { kind: 'malformed', is: 'parse', isLost: true },
      { kind: 'truncated', is: 'parse', isLost: true },
      { kind: 'empty', is: 'parse' },
      { kind: 'provider_40202', is: 'rate_limited' },
      { kind: 'provider_40210', is: 'payment_refused' },
      { kind: 'provider_50401', is: 'provider' },
      { kind: 'reset', is: 'network', isLost: true },
      // There is no record of these calls: the estimate is booked, which is the price.
      { kind: 'lost_answer', is: 'network', isLost: true },
    ];
    const page = { ...MARKET, limit: 10 };
    const calls: (() => Promise<unknown>)[] = [
      () => bench.searchData.fetchKeywordSuggestions({ keyword: SEED, ...page }, SCOPE),
      () => bench.searchData.fetchCategoriesForDomain({ target, ...page }, SCOPE),
      () => bench.searchData.fetchKeywordsForCategories({ categoryIds: [11_898], ...page }, SCOPE),
      () => bench.searchData.fetchIntents({ keywords: [SEED] }, SCOPE),
      () => bench.searchData.fetchAiVolumes({ keywords: [SEED], ...MARKET }, SCOPE),
    ];
    for (const [at, { kind, is, isLost = false }] of faults.entries()) {
      await bench.sandbox.control('/_sandbox/faults', { kind, count: 1 });
      const error: unknown = await calls[at % calls.length]?.().catch((reason: unknown) => reason);
      assert.ok(error instanceof OutsideError, kind);
      assert.equal(error.kind, is, kind);
      const { rows } = await bench.stores.postgres.query('select 1 from spend_reservations where is_lost');
      assert.equal(rows.length > 0, isLost, kind);
      await bench.sweep();
      await checkCosts();
    }
  });

  test('an answer is kept in the transaction that books it, once; what cannot be kept is booked all the same', async () => {
    const keep: FetchOptions<ListAnswer<KeywordRows>>['record'] = async (received, answer, tx) => {
      assert.ok(tx, 'apart from the booking');
      await tx.query('insert into answers_kept (bytes, state) values ($1, $2)', [received, answer?.state]);
    };
    const page = { ...MARKET, limit: 10 };
    await bench.searchData.fetchKeywordSuggestions({ keyword: SEED, ...page }, SCOPE, { record: keep });
    await bench.searchData.fetchKeywordSuggestions({ keyword: FORBIDDEN, ...page }, SCOPE, { record: keep });
    const booked = await countBooked();
    const unkept = bench.searchData.fetchKeywordSuggestions({ keyword: SEED, ...page }, SCOPE, {
      record: async (received, answer, tx) => {
        await keep(received, answer, tx);
        throw new Error('no room');
      },
    });
    await assert.rejects(unkept, /no room/u);
    const { rows } = await bench.stores.postgres.query('select state from answers_kept order by state');
    assert.deepEqual(rows, [{ state: 'answered' }, { state: 'refused' }]);
    assert.equal(await countBooked(), booked + 1);
    await checkCosts();
  });

  test('every request keeps the vendor contract', NEEDS_SCHEMA, async () => {
    const { body } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls?limit=1000');
    const paths = new Set(body.entries.map(({ path }) => path));
    assert.ok(paths.size >= 13, [...paths].join(' '));
    // The contract has no place for what was asked to be refused.
    checkVendorContract(body.entries.filter(({ body: asked }) => !/\[0\.5\]|5000/u.test(asked)));
  });
});

async function countBooked(): Promise<number> {
  return (await bench.stores.postgres.query('select 1 from api_costs')).rows.length;
}
