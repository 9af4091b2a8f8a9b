import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCategory, makeOrder, UNITED_STATES } from '../../../../../test/support/harvest-order.ts';
import { openProviderBench } from '../../../../../test/support/provider-bench.ts';
import { llmNotConfigured, type Llm } from '#providers/llm/index.ts';
import { planHarvest } from './plan-harvest.ts';
import { listAskedCategories, listSeedCategories, listSeeds } from './seeds.ts';
import { passOn, shareRows } from './share-rows.ts';

const MODEL_USD = 0.001;
const llmOf = (isConfigured: boolean): Llm => ({
  isConfigured,
  lastFailure: undefined,
  estimateUsd: () => MODEL_USD,
  ask: () => Promise.reject(llmNotConfigured()),
});
/** Nothing is known of what the site ranks for. */
const NONE: ReadonlySet<string> = new Set();
const NEW_YORK = { locationCode: 1_023_191, locationName: 'New York,New York,United States', languageCode: 'en' };
const CHICAGO = { locationCode: 1_016_367, locationName: 'Chicago,Illinois,United States', languageCode: 'en' };

test('two thousand keywords take the fewest calls that the batch sizes allow', async (t) => {
  const { searchData } = await openProviderBench(t, () => undefined);
  const without = planHarvest({ searchData, llm: llmOf(false), rankedMarkets: NONE }, makeOrder());
  assert.deepEqual(
    without.calls.map(({ step, calls }) => [step, calls]),
    [
      ['fetchRanked', 1],
      ['harvestDomain', 1],
      ['harvestCategories', 1],
      ['harvestSeeds', 1],
      ['fetchIntents', 2],
    ],
  );
  // Lists: 0.01 and 0.0001 a row, of what the site ranks for as many as an onboarding takes; intents: 0.001 and 0.0001 a row.
  assert.equal(without.costUsdMax, 0.492);
  const withModel = planHarvest({ searchData, llm: llmOf(true), rankedMarkets: new Set(['2840 en']) }, makeOrder());
  assert.deepEqual(
    withModel.calls.map(({ step, calls }) => [step, calls]),
    [
      ['harvestDomain', 1],
      ['harvestIdeas', 1],
      ['harvestCategories', 1],
      ['harvestSeeds', 1],
      ['fetchFigures', 1],
      ['fetchIntents', 2],
    ],
  );
  assert.equal(withModel.keywordsMax, 2_000);
});

test('two towns of one country are one question, and both get their share of the limit', async (t) => {
  const { searchData } = await openProviderBench(t, () => undefined);
  const order = makeOrder({ confirmation: { markets: [NEW_YORK, CHICAGO, UNITED_STATES, NEW_YORK] } });
  const plan = planHarvest({ searchData, llm: llmOf(false), rankedMarkets: NONE }, order);
  assert.deepEqual(
    plan.markets.map(({ locationCode, places, rows }) => [locationCode, places.map((one) => one.locationCode), rows.total]),
    [[2840, [1_023_191, 1_016_367, 2840], 666]],
  );
  assert.equal(plan.keywordsMax, 1_998);
  assert.deepEqual(
    plan.calls.map(({ calls }) => calls),
    [1, 1, 1, 1, 1],
  );
});

test('a local business adds what people of each town type, and only that is asked by town', async (t) => {
  const { searchData } = await openProviderBench(t, () => undefined);
  const order = makeOrder({ enrichment: { businessType: 'local' }, confirmation: { markets: [NEW_YORK, CHICAGO] } });
  const { markets, calls } = planHarvest({ searchData, llm: llmOf(false), rankedMarkets: NONE }, order);
  assert.equal(markets[0]?.rows.places, 3);
  assert.equal(calls.find(({ step }) => step === 'fetchFigures')?.costUsd, 0.0106, 'six texts in one call');
});

test('what a harvest may cost cuts its keywords before it begins', async (t) => {
  const { searchData } = await openProviderBench(t, () => undefined);
  const ctx = { searchData, llm: llmOf(true), rankedMarkets: NONE };
  const cut = planHarvest(ctx, makeOrder({ confirmation: { limits: { keywordsMax: 2_000, costUsdMax: 0.26 } } }));
  assert.ok(cut.costUsdMax <= 0.26 && cut.costUsdMax > 0.259, String(cut.costUsdMax));
  assert.ok(cut.keywordsMax > 500 && cut.keywordsMax < 2_000, String(cut.keywordsMax));
  const nothing = planHarvest(ctx, makeOrder({ confirmation: { limits: { keywordsMax: 2_000, costUsdMax: 0.001 } } }));
  assert.deepEqual([nothing.keywordsMax, nothing.callsMax, nothing.costUsdMax], [0, 0, 0]);
});

test('the ads planner serves where the provider has no lists', async (t) => {
  const { searchData } = await openProviderBench(t, () => undefined);
  const market = { locationCode: 2352, locationName: 'Iceland', languageCode: 'is' };
  const { markets, calls } = planHarvest(
    { searchData, llm: llmOf(false), rankedMarkets: NONE },
    makeOrder({ confirmation: { markets: [market] } }),
  );
  assert.deepEqual([markets[0]?.source, markets[0]?.rows.categories], ['google_ads', 0]);
  assert.deepEqual(
    calls.map(({ step, calls: count, costUsd }) => [step, count, costUsd]),
    [
      ['harvestDomain', 1, 0.075],
      ['harvestSeeds', 1, 0.075],
      ['fetchIntents', 2, 0.202],
    ],
  );
});

test('shares add up to the limit, whatever sources there are', () => {
  for (const keywordsMax of [0, 1, 2, 7, 100, 2_000]) {
    for (const modelIdeas of [0, 60, 1_200]) {
      for (const placeIdeas of [0, 20]) {
        for (const [hasCategories, hasSeeds] of [
          [true, true],
          [true, false],
          [false, true],
          [false, false],
        ] as const) {
          const { total, ...shares } = shareRows(keywordsMax, { modelIdeas, placeIdeas, hasCategories, hasSeeds });
          assert.equal(
            Object.values(shares).reduce((sum, share) => sum + share, 0),
            keywordsMax,
          );
          assert.ok(
            Object.values(shares).every((share) => share >= 0),
            JSON.stringify(shares),
          );
          assert.equal(total, keywordsMax);
        }
      }
    }
  }
});

test('a recommended category above another one is asked for keywords only where the site has some of its own in it', () => {
  const [wide, narrow] = [makeCategory(10_282, '/Building'), makeCategory(13_462, '/Building/Plumbing')];
  const asked = (expectedKeywords: number | null, assignedBy: 'ai' | 'user' = 'ai') =>
    listAskedCategories(
      makeOrder({
        confirmation: { categories: [{ ...wide, assignedBy }, narrow] },
        enrichment: { categories: [{ ...wide, id: 10_282, expectedKeywords }] },
      }),
    ).map(({ id }) => id);
  assert.deepEqual(asked(0), [13_462]);
  assert.deepEqual(asked(null), [13_462]);
  assert.deepEqual(asked(40), [10_282, 13_462]);
  assert.deepEqual(asked(0, 'user'), [10_282, 13_462]);
});

test('the categories of the user come first, and those in own words are seeds', () => {
  const own = { ...makeCategory(null, 'Trail Gear'), assignedBy: 'user' as const, confidence: 0.5 };
  const order = makeOrder({
    confirmation: { categories: [makeCategory(1, '/A'), own] },
    enrichment: { seedKeywords: ['Trail  gear', 'tent'] },
  });
  assert.deepEqual(
    listSeedCategories(order).map(({ name }) => name),
    ['Trail Gear', 'A'],
  );
  assert.deepEqual(listSeeds(order), ['trail gear', 'tent']);
});

test('what the domain leaves over goes to ideas, as far as the planned calls hold it', () => {
  const sources = { modelIdeas: 0, placeIdeas: 0, hasCategories: true, hasSeeds: true };
  const rows = shareRows(2_000, sources);
  assert.deepEqual([rows.domain, rows.categories, rows.seeds], [1_000, 500, 500]);
  const passed = passOn(rows, 299, 1_000);
  assert.deepEqual([passed.domain, passed.categories, passed.seeds], [299, 851, 850]);
  assert.deepEqual(passOn(rows, 1_000, 1_000), rows);
  const large = passOn(shareRows(4_000, sources), 0, 1_000);
  assert.deepEqual([large.domain, large.categories, large.seeds], [2_000, 1_000, 1_000], 'another call is another price');
});

test('seeds that a person has taken out ask for nothing, and those that were added do', () => {
  assert.deepEqual(listSeeds(makeOrder()), ['running shoes', 'trail running shoes', 'running socks']);
  assert.deepEqual(listSeeds(makeOrder({ confirmation: { seedKeywords: ['Running  Socks', 'insoles'] } })), ['running socks', 'insoles']);
  assert.deepEqual(listSeeds(makeOrder({ confirmation: { seedKeywords: [] } })), []);
});
