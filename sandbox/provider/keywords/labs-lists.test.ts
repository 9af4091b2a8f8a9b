import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listProviderCategories } from '../../../src/providers/search-data/categories.ts';
import { startSandboxClient, US_ENGLISH, type ProviderTask, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { makeWorld } from '../../world/index.ts';
import { categoryPathOf } from '../../world/topic-categories.ts';

type Row = Readonly<Record<string, any>>;

const LABS = '/v3/dataforseo_labs/google';
const ADS = '/v3/keywords_data/google_ads';
const AI = '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live';
const SEED = 'running shoes';
const { topics, sites } = makeWorld('sightline');

suite('lists of keywords', () => {
  let client: SandboxClient;

  before(async () => {
    client = await startSandboxClient({ enforceRateLimits: false });
  });
  after(() => client.sandbox.close());

  const ask = async (path: string, task: Row): Promise<ProviderTask> => {
    const [only] = (await client.ask(path, [task])).tasks ?? [];
    assert.ok(only);
    return only;
  };
  const listOf = async (name: string, task: Row): Promise<Row> => {
    const answer = await ask(`${LABS}/${name}/live`, { ...US_ENGLISH, ...task });
    assert.equal(answer.status_code, 20_000, answer.status_message);
    return answer.result?.[0] ?? {};
  };
  const wordsOf = (list: Row): string[] =>
    ((list['items'] ?? []) as Row[]).map((item) => String((item['keyword_data'] ?? item)['keyword']));

  test('a bad field is named', async () => {
    const page = { ...US_ENGLISH, limit: 5 };
    const tooMany = Array.from({ length: 201 }, (_none, at) => `word ${at}`);
    const faults: readonly (readonly [path: string, task: Row, fault: string])[] = [
      [`${LABS}/keyword_suggestions/live`, page, "'keyword'"],
      [`${LABS}/keyword_suggestions/live`, { ...page, keyword: 'what?' }, "'keyword'"],
      [`${LABS}/keyword_suggestions/live`, { ...page, keyword: SEED, limit: 1_001 }, "'limit'"],
      [`${LABS}/keyword_suggestions/live`, { ...page, keyword: SEED, offset: -1 }, "'offset'"],
      [`${LABS}/keyword_suggestions/live`, { ...page, keyword: SEED, order_by: ['?'] }, "'order_by'"],
      [`${LABS}/keyword_suggestions/live`, { ...page, keyword: SEED, filters: ['a', '~', 1] }, "'filters'"],
      [`${LABS}/keyword_suggestions/live`, { ...page, keyword: SEED, depth: 1 }, "'depth'"],
      [`${LABS}/keyword_ideas/live`, { ...page, keywords: tooMany }, "'keywords'"],
      [`${LABS}/keyword_ideas/live`, { keywords: [SEED] }, "'location_code'"],
      [`${LABS}/related_keywords/live`, { ...page, keyword: SEED, depth: 5 }, "'depth'"],
      [`${LABS}/related_keywords/live`, { location_code: 2840, keyword: SEED }, "'language_code'"],
      [`${LABS}/keywords_for_site/live`, { ...page, target: 'https://www.x.com/' }, "'target'"],
      [`${LABS}/keywords_for_site/live`, { ...page, target: 'x.com', language_code: 'de' }, "'language_code'"],
      [`${LABS}/keywords_for_categories/live`, { ...page, category_codes: Array.from({ length: 21 }, () => 1) }, "'category_codes'"],
      [`${LABS}/keywords_for_categories/live`, { ...page, category_codes: ['Tea'] }, "'category_codes'"],
      [`${LABS}/categories_for_keywords/live`, { keywords: [SEED] }, "'language_code'"],
      [`${LABS}/categories_for_keywords/live`, { keywords: [SEED], location_code: 2840, language_code: 'en' }, "'location_code'"],
      [`${LABS}/categories_for_domain/live`, { ...page, target: 'x com' }, "'target'"],
      [`${ADS}/keywords_for_keywords/live`, { keywords: tooMany.slice(0, 21) }, "'keywords'"],
      [`${ADS}/keywords_for_site/live`, { target: 'x.com', target_type: 'domain' }, "'target_type'"],
      [`${ADS}/keywords_for_site/live`, { target: 'x.com', sort_by: 'luck' }, "'sort_by'"],
      [AI, { keywords: ['x'.repeat(251)], ...US_ENGLISH }, "'keywords'"],
      [AI, { keywords: [SEED] }, "'location_code'"],
    ];
    for (const [path, task, fault] of faults) {
      const { status_code: code, status_message: message, cost } = await ask(path, task);
      assert.ok([40_501, 40_506].includes(code) && message.includes(fault) && cost === 0, `${path} ${fault}: ${message}`);
    }
  });

  test('pages are cut from one list, which is the same each time', async () => {
    for (const [name, subject] of [
      ['keyword_suggestions', { keyword: SEED }],
      ['keyword_ideas', { keywords: [SEED, 'plumber'] }],
      ['related_keywords', { keyword: SEED, depth: 3 }],
      ['keywords_for_site', { target: sites[0]?.domain }],
      ['keywords_for_categories', { category_codes: [11_898, 13_462], category_intersection: false }],
    ] as const) {
      const all = await listOf(name, { ...subject, limit: 1_000 });
      const words = wordsOf(all);
      assert.ok(words.length > 10 && new Set(words).size === words.length, name);
      assert.equal(all['total_count'], words.length, name);
      assert.deepEqual(wordsOf(await listOf(name, { ...subject, limit: 4, offset: 3 })), words.slice(3, 7), name);
      assert.deepEqual(await listOf(name, { ...subject, limit: 1_000, offset: 5_000 }), {
        ...all,
        items: null,
        items_count: 0,
        offset: 5_000,
      });
    }
  });

  test('a list can be narrowed and ordered', async () => {
    const filters = [['keyword_info.search_volume', '>', 500], 'and', ['search_intent_info.main_intent', '=', 'transactional']];
    const list = await listOf('keyword_suggestions', { keyword: 'shoes', filters, order_by: ['keyword_info.cpc,asc'], limit: 1_000 });
    const items = list['items'] as Row[];
    assert.ok(items.length > 3 && items.every((item) => item['keyword_info'].search_volume > 500));
    assert.ok(items.every((item) => item['search_intent_info'].main_intent === 'transactional'));
    assert.ok(items.every((item, at) => at === 0 || items[at - 1]?.['keyword_info'].cpc <= item['keyword_info'].cpc));
    const exact = wordsOf(await listOf('keyword_suggestions', { keyword: 'shoes running', exact_match: true }));
    assert.deepEqual(exact, []);
  });

  test('categories are met all unless any is enough, and are true ones of the provider', async () => {
    const codes = [11_898, 13_462];
    assert.deepEqual(wordsOf(await listOf('keywords_for_categories', { category_codes: codes })), []);
    assert.ok(wordsOf(await listOf('keywords_for_categories', { category_codes: codes, category_intersection: false })).length > 50);
    const known = new Map(listProviderCategories().map((category) => [category.id, category]));
    for (const topic of topics) {
      const path = categoryPathOf(topic);
      assert.ok(path.length > 0, `${topic.id} has no category`);
      for (const [at, code] of path.entries()) assert.equal(known.get(code)?.parentId, path[at - 1] ?? null, `${topic.id} ${code}`);
    }
    assert.equal(new Set(topics.map((topic) => categoryPathOf(topic).at(-1))).size, topics.length);
  });

  test('roots of a site are its categories unless subcategories are asked for', async () => {
    const site = sites.find(({ topic }) => topic?.id === 'running-shoes');
    const path = categoryPathOf({ id: 'running-shoes' });
    const pathsOf = async (more: Row): Promise<unknown[]> =>
      ((await listOf('categories_for_domain', { target: site?.domain, ...more }))['items'] as Row[]).map((item) => item['categories']);
    assert.deepEqual(await pathsOf({}), [path.slice(0, 1)]);
    assert.deepEqual(new Set(await pathsOf({ include_subcategories: true })), new Set(path.map((_code, at) => path.slice(0, at + 1))));
  });

  test('related keywords are those of the result page, and of theirs', async () => {
    const { result } = await client.search({ keyword: SEED, ...US_ENGLISH });
    const items = (result?.[0]?.['items'] ?? []) as Row[];
    const shown = items.find((item) => item['type'] === 'related_searches')?.['items'] as string[];
    const list = await listOf('related_keywords', { keyword: SEED, limit: 100 });
    const related = list['items'] as Row[];
    assert.deepEqual(new Set(wordsOf(list)), new Set([SEED, ...shown]));
    assert.deepEqual(related.find((item) => item['depth'] === 0)?.['related_keywords'], shown);
    assert.ok(wordsOf(await listOf('related_keywords', { keyword: SEED, depth: 2, limit: 100 })).length > related.length);
  });

  test('the planner reads a page unless it is a site, in whole lists', async () => {
    const target = sites.find(({ topic }) => topic?.id === 'running-shoes')?.domain;
    const countOf = async (more: Row): Promise<number> =>
      (await ask(`${ADS}/keywords_for_site/live`, { target, ...US_ENGLISH, ...more })).result?.length ?? 0;
    const [page, site] = [await countOf({}), await countOf({ target_type: 'site' })];
    assert.ok(page > 5 && site > 5 * page, `${page} of a page, ${site} of the site`);
    const { result, cost } = await ask(`${ADS}/keywords_for_keywords/live`, { keywords: [SEED], ...US_ENGLISH });
    assert.deepEqual([result?.[0]?.['keyword'], cost], [SEED, 0.075]);
    const unknown = await ask(`${ADS}/keywords_for_keywords/live`, { keywords: ['qwrtzpsdfg'], ...US_ENGLISH });
    assert.deepEqual([unknown.result, unknown.cost], [null, 0.075]);
  });
});
