import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { OVERVIEW, UNKNOWN } from '../support/enrichment.ts';

const LABS = '/v3/dataforseo_labs/google/';
const SUGGESTIONS = `${LABS}keyword_suggestions/live`;
const IDEAS = `${LABS}keyword_ideas/live`;
const CATEGORIES = `${LABS}categories_for_keywords/live`;
const AI_VOLUMES = '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live';
const ADS_RELATED = '/v3/keywords_data/google_ads/keywords_for_keywords/live';
/** In no language that the provider's own database has. */
const OUTSIDE = { location_code: 2012, language_code: 'en' };

interface Reply {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}

async function countCalls({ sandbox }: TestApp, path: string): Promise<number> {
  return (await sandbox.get('/_sandbox/calls')).body.by_endpoint[path] ?? 0;
}

async function readTruth({ sandbox }: TestApp, keyword: string): Promise<any> {
  return (await sandbox.get(`/_sandbox/truth/keyword?${new URLSearchParams({ keyword }).toString()}`)).body;
}

async function post(api: ApiClient, path: string, body: object): Promise<Reply> {
  const reply = await api.post(`/api/keywords/${path}`, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply;
}

const toCost = ({ headers }: Reply) => [headers.get('x-cost-usd'), headers.get('x-cache')];

test('keyword data', async (t) => {
  const app = await startTestApp(t);
  await testOverview(t, app);
  await testSuggestions(t, app);
  await testRelated(t, app);
  await testFacts(t, app);
});

async function testOverview(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an overview has what the provider knows, an outcome for each keyword, and its price', async () => {
    const keywords = ['Running Shoes', UNKNOWN, 'what? no!', 'running  shoes'];
    const dry = await post(app.api, 'overview', { keywords, dry_run: true });
    assert.deepEqual([dry.body.estimate.calls, await countCalls(app, OVERVIEW)], [2, 0]);
    const first = await post(app.api, 'overview', { keywords });
    const { keywords: rows } = first.body;
    assert.deepEqual(
      rows.map((row: any) => [row.keyword, row.status, row.search_volume === null]),
      [
        ['Running Shoes', 'known', false],
        [UNKNOWN, 'unknown', true],
        ['what? no!', 'refused', true],
        ['running shoes', 'known', false],
      ],
    );
    assert.match(rows[2].error, /40501/u);
    const truth = await readTruth(app, 'running shoes');
    assert.deepEqual(
      [rows[0].search_volume, rows[0].cpc, rows[0].competition, rows[0].keyword_difficulty],
      [truth.search_volume, truth.cpc, truth.competition, truth.keyword_difficulty],
    );
    assert.ok(rows[0].monthly_searches.length >= 12 && rows[0].categories.length > 0 && rows[0].search_intent);
    assert.deepEqual(toCost(first), [String(first.body.cost), 'miss']);
    assert.ok(first.body.cost > 0 && first.body.cost <= dry.body.estimate.cost_usd);
    const calls = await countCalls(app, OVERVIEW);
    const again = await post(app.api, 'overview', { keywords });
    assert.deepEqual([toCost(again), await countCalls(app, OVERVIEW)], [['0', 'hit'], calls]);
    assert.deepEqual(again.body.keywords, rows);
  });

  await t.test('other ways of counting are asked for by name, and stand apart', async () => {
    const keywords = ['trail shoes'];
    const plain = await post(app.api, 'overview', { keywords });
    const { body } = await post(app.api, 'overview', { keywords, include_clickstream_data: true });
    const [[one], [other]] = [plain.body.keywords, body.keywords];
    assert.deepEqual([one.search_volume, 'clickstream' in one], [other.search_volume, false]);
    assert.ok(other.engine_b_normalized.search_volume < other.search_volume);
    assert.ok(other.clickstream_normalized.monthly_searches.length > 0);
    const { female, male } = other.clickstream.gender_distribution;
    assert.equal(female + male, other.clickstream.search_volume);
    assert.ok(body.cost > plain.body.cost);
    assert.equal((await post(app.api, 'overview', { keywords, include_clickstream_data: true })).body.cached, true);
    assert.equal((await post(app.api, 'overview', { keywords })).body.cached, true);
  });
}

async function testSuggestions(t: TestContext, app: TestApp): Promise<void> {
  await t.test('suggestions have the fields of both forms, and a list serves whoever wants less of it', async () => {
    const request = { keyword: 'shoes', include_seed_keyword: true };
    const { body, headers } = await post(app.api, 'suggestions', { ...request, limit: 20 });
    assert.deepEqual([body.count, body.data.items_count, body.data.keywords.length, body.suggestions.length], [20, 20, 20, 20]);
    assert.equal(headers.get('x-cache'), 'miss');
    for (const { keyword, keyword_info: info } of body.data.keywords.slice(0, 3))
      assert.equal(info.search_volume, (await readTruth(app, keyword)).search_volume, keyword);
    assert.equal(body.data.seed_keyword_data.keyword, 'shoes');
    const short = await post(app.api, 'suggestions', { ...request, autocomplete: true });
    assert.deepEqual([short.body.count, toCost(short)], [10, ['0', 'hit']]);
    assert.deepEqual(short.body.suggestions, body.suggestions.slice(0, 10));
    assert.equal(await countCalls(app, SUGGESTIONS), 1);
    assert.equal((await post(app.api, 'suggestions', request)).body.count, Math.min(100, body.data.total_count));
    assert.equal(await countCalls(app, SUGGESTIONS), 2);
    assert.equal((await post(app.api, 'suggestions', { ...request, include_serp_info: true, limit: 5 })).body.cached, false);
    const withSerp = await post(app.api, 'suggestions', { ...request, include_serp_info: true, limit: 5 });
    assert.ok(withSerp.body.cached && withSerp.body.data.keywords[0].serp_info.serp_item_types.length > 0);
  });

  await t.test('a keyword that the provider does not take, and a place without lists, are the fault of the request', async () => {
    const refused = await app.api.post('/api/keywords/suggestions', { keyword: 'what? no!' });
    assert.deepEqual([refused.status, refused.body.details[0].path], [400, 'keyword']);
    const outside = await app.api.post('/api/keywords/suggestions', { keyword: 'shoes', ...OUTSIDE });
    assert.deepEqual([outside.status, outside.body.details[0].path], [400, 'location_code']);
    assert.match(outside.body.hint, /for-keywords/u);
  });
}

async function testRelated(t: TestContext, app: TestApp): Promise<void> {
  await t.test('related keywords come once for a set of seeds, and outside the database from the ads planner', async () => {
    const { body } = await post(app.api, 'for-keywords', { keywords: ['running shoes', 'trail shoes'], limit: 30 });
    assert.ok(body.count > 0 && body.count <= 30);
    assert.equal(body.source, 'provider');
    const again = await post(app.api, 'for-keywords', { keywords: ['Trail Shoes', 'running shoes'], limit: 10 });
    assert.deepEqual([again.body.cached, await countCalls(app, IDEAS)], [true, 1]);
    const ads = await post(app.api, 'for-keywords', { keywords: ['running shoes'], ...OUTSIDE, limit: 5 });
    assert.deepEqual([ads.body.source, await countCalls(app, ADS_RELATED)], ['ads_source', 1]);
    assert.ok(ads.body.count <= 5 && ads.body.keywords.every((row: any) => row.keyword_difficulty === null));
    const many = Array.from({ length: 21 }, (_none, at) => `shoes ${at}`);
    assert.equal((await app.api.post('/api/keywords/for-keywords', { keywords: many, ...OUTSIDE })).status, 400);
  });
}

async function testFacts(t: TestContext, app: TestApp): Promise<void> {
  await t.test('categories have names and paths, and one keyword that is asked about again costs nothing', async () => {
    const { body } = await post(app.api, 'categories', { keywords: ['running shoes', 'what? no!'] });
    const [known, refused] = body.keywords;
    assert.ok(known.categories.length > 0);
    for (const { name, path } of known.categories) assert.ok(path.startsWith('/') && path.endsWith(name), path);
    assert.deepEqual([refused.status, refused.categories], ['refused', []]);
    const calls = await countCalls(app, CATEGORIES);
    const more = await post(app.api, 'categories', { keywords: ['running shoes', 'crm software'] });
    assert.deepEqual([more.body.cached, await countCalls(app, CATEGORIES)], [false, calls + 1]);
    const { entries } = (await app.sandbox.get('/_sandbox/calls')).body;
    assert.deepEqual(JSON.parse(entries.findLast((one: any) => one.path === CATEGORIES).body)[0].keywords, ['crm software']);
  });

  await t.test('volumes of AI assistants are null where nothing is known', async () => {
    const { body } = await post(app.api, 'ai-search-volume', { keywords: ['running shoes', UNKNOWN] });
    const [known, unknown] = body.keywords;
    assert.ok(known.ai_search_volume > 0 && known.ai_monthly_searches.length > 0);
    assert.deepEqual([unknown.status, unknown.ai_search_volume], ['unknown', null]);
    assert.equal((await post(app.api, 'ai-search-volume', { keywords: ['running shoes', UNKNOWN] })).body.cached, true);
    assert.equal(await countCalls(app, AI_VOLUMES), 1);
  });
}
