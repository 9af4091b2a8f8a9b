import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { BING, startSandboxClient, ORGANIC, US_ENGLISH, type SandboxClient } from '../../test/support/sandbox-client.ts';
import { makeWorld } from '../world/index.ts';
import { assistantRoutes } from './assistants/index.ts';
import { statusCodes } from './codes.ts';
import { providerRoutes } from './index.ts';
import { PRICES } from './prices.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/contracts');
const skip = existsSync(join(FOLDER, 'dataforseo.schema.json')) ? false : `the vendor's schema is not at ${FOLDER}`;
/** The vendor's files say nothing of assistants: their shapes are held by assistants/contract.test.ts. */
const DESCRIBED = providerRoutes.filter((route) => !assistantRoutes.includes(route));
const [KEYWORDS, DEPTHS] = [36, [10, 35, 100, 200]];

suite('answers and requests keep the vendor contract', { skip }, () => {
  let isValid: (operation: string, value: unknown, part?: 'response' | 'request') => string | undefined;
  let endpoints: readonly {
    readonly path: string;
    readonly method: string;
    readonly rate: { readonly per_minute: number; readonly concurrent?: number };
  }[];
  let client: SandboxClient;

  before(async () => {
    const schema = readJson('dataforseo.schema.json');
    const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
    ajv.addSchema(schema);
    isValid = (operation, value, part = 'response') => {
      const pointer = `${String(schema['$id'])}#/x-operations/${operation.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll(' ', '%20').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${part}`;
      const validate = ajv.getSchema(pointer);
      assert.ok(validate, `no schema for ${operation}`);
      return validate(value) === true ? undefined : ajv.errorsText(validate.errors);
    };
    endpoints = (readJson('dataforseo.endpoints.json') as { endpoints: typeof endpoints }).endpoints;
    client = await startSandboxClient({ enforceRateLimits: false, queueDelayMs: 50 });
  });
  after(() => client.sandbox.close());

  test('every operation it serves is one of the vendor, at the vendor rate', () => {
    for (const route of DESCRIBED) {
      const row = endpoints.find((endpoint) => endpoint.path === route.path && endpoint.method === route.method);
      assert.ok(row, route.path);
      assert.equal(route.perMinute ?? 2_000, row.rate.per_minute, route.path);
      assert.equal(route.concurrencyMax, row.rate.concurrent, route.path);
    }
  });

  test('result pages validate over keywords, devices, engines, forms and depths', async () => {
    const listed = makeWorld('sightline')
      .keywords.list()
      .filter((keyword) => keyword.language === 'en');
    const step = Math.floor(listed.length / KEYWORDS);
    const paths = [ORGANIC, BING, ORGANIC.replace('advanced', 'regular'), BING.replace('advanced', 'regular')];
    let number = 0;
    for (const keyword of listed.filter((_keyword, index) => index % step === 0)) {
      for (const device of ['desktop', 'mobile']) {
        for (const path of paths) {
          number += 1;
          const tasks = [{ keyword: keyword.text, ...US_ENGLISH, device, depth: DEPTHS[number % DEPTHS.length], tag: `t${number}` }];
          assert.equal(isValid(`POST ${path}`, tasks, 'request'), undefined);
          const answer = await client.ask(path, tasks);
          assert.equal(answer.tasks?.[0]?.status_code, 20_000, keyword.text);
          assert.equal(isValid(`POST ${path}`, answer), undefined, `${path} ${keyword.text}`);
        }
      }
    }
    assert.ok(number >= 280);
  });

  test('the schema notices a broken answer', async () => {
    const answer = await client.ask(ORGANIC, [{ keyword: 'running shoes', ...US_ENGLISH }]);
    const [task] = answer.tasks ?? [];
    const row = { ...task?.result?.[0], items: [{ type: 'organic', rank_group: 'first' }] };
    assert.match(isValid(`POST ${ORGANIC}`, { ...answer, tasks: [{ ...task, result: [row] }] }) ?? '', /rank_group/u);
  });

  test('extras, brands, unknown words, other places, failures and faults validate too', async () => {
    const tasks: readonly Readonly<Record<string, unknown>>[] = [
      { keyword: 'how to choose running shoes', load_async_ai_overview: true, people_also_ask_click_depth: 3, calculate_rectangles: true },
      { keyword: 'ember flow' },
      { keyword: 'a phrase nobody has ever listed' },
      { keyword: 'qwrtzpsdfg' },
      { keyword: '' },
      { keyword: 'laufschuhe', location_code: 2276, language_code: 'de', depth: 100 },
      { keyword: 'x', depth: 9_999 },
      { keyword: 'y', colour: 'red' },
    ];
    for (const task of tasks)
      assert.equal(isValid(`POST ${ORGANIC}`, await client.ask(ORGANIC, [{ ...US_ENGLISH, ...task }])), undefined, JSON.stringify(task));
    for (const kind of ['layout_change', 'empty', 'provider_40102', 'provider_40501', 'provider_50000', 'provider_40202']) {
      await client.control('/_sandbox/faults', { match: ORGANIC, kind, count: 1 });
      assert.equal(isValid(`POST ${ORGANIC}`, await client.ask(ORGANIC, [{ keyword: 'running shoes', ...US_ENGLISH }])), undefined, kind);
    }
  });

  test('posts, lists and results of the queue validate', async () => {
    const kinds = [
      ['/v3/serp/google/organic', ['advanced', 'regular']],
      ['/v3/serp/bing/organic', ['advanced', 'regular']],
      ['/v3/serp/google/maps', ['advanced']],
      ['/v3/serp/google/local_finder', ['advanced']],
    ] as const;
    const webhooks = { pingback_url: 'http://127.0.0.1:9/$id', postback_url: 'http://127.0.0.1:9/', postback_data: 'advanced' };
    for (const [path, forms] of kinds) {
      const tasks = [
        { keyword: 'plumber', ...US_ENGLISH, depth: 30, priority: 2, tag: 'x' },
        { keyword: 'qwrtzpsdfg', ...US_ENGLISH, ...webhooks },
      ];
      assert.equal(isValid(`POST ${path}/task_post`, tasks, 'request'), undefined, path);
      const posted = await client.ask(`${path}/task_post`, [...tasks, { keyword: '' }]);
      assert.equal(isValid(`POST ${path}/task_post`, posted), undefined, path);
      for (const form of forms) {
        for (const { id } of posted.tasks ?? [])
          assert.equal(isValid(`GET ${path}/task_get/${form}/{id}`, await client.ask(`${path}/task_get/${form}/${id}`)), undefined, path);
      }
    }
    await client.settle();
    const span = { datetime_from: '2020-01-01 00:00:00 +00:00', datetime_to: '2100-01-01 00:00:00 +00:00', include_metadata: true };
    const ids = (await client.ask('/v3/serp/id_list', [span])).tasks?.[0]?.result ?? [];
    const queued = ids.filter((row) => String(row['url']).endsWith('task_post'));
    assert.ok(queued.length >= 2 * kinds.length);
    for (const row of queued) {
      const path = `/${String(row['url']).replace('/task_post', '')}`;
      const answer = await client.ask(`${path}/task_get/advanced/${String(row['id'])}`);
      assert.equal(answer.tasks?.[0]?.status_code, row['status'] === '40102' ? 40_102 : 20_000);
      assert.equal(isValid(`GET ${path}/task_get/advanced/{id}`, answer), undefined, path);
    }
    for (const [path] of kinds) assert.equal(isValid(`GET ${path}/tasks_ready`, await client.ask(`${path}/tasks_ready`)), undefined, path);
    assert.equal(isValid('POST /v3/serp/errors', await client.ask('/v3/serp/errors', [{ limit: 1_000 }])), undefined);
    const resent = await client.ask('/v3/appendix/webhook_resend', [{ id: String(queued[0]?.['id']) }, { id: 'x' }]);
    assert.equal(isValid('POST /v3/appendix/webhook_resend', resent), undefined);
  });

  test('lists of places, ids, languages and the appendix validate', async () => {
    for (const path of ['/v3/serp/google/local_finder/live/advanced', '/v3/serp/google/maps/live/advanced']) {
      for (const keyword of ['plumber', 'pizza delivery near me', 'crm software']) {
        const tasks = [{ keyword, ...US_ENGLISH }];
        assert.equal(isValid(`POST ${path}`, tasks, 'request'), undefined);
        const answer = await client.ask(path, tasks);
        assert.equal(answer.tasks?.[0]?.status_code, 20_000);
        assert.equal(isValid(`POST ${path}`, answer), undefined, path);
      }
    }
    const span = { datetime_from: '2020-01-01 00:00:00 +00:00', datetime_to: '2100-01-01 00:00:00 +00:00', include_metadata: true };
    assert.equal(isValid('POST /v3/serp/id_list', await client.ask('/v3/serp/id_list', [span])), undefined);
    for (const route of DESCRIBED.filter((candidate) => candidate.method === 'GET' && candidate.kind === 'reference')) {
      const answer = await client.ask(route.path.replace('{country}', 'us'));
      assert.equal(answer.tasks?.[0]?.status_code, 20_000, route.path);
      assert.equal(isValid(`GET ${route.path}`, answer), undefined, route.path);
    }
  });

  test('figures of keywords validate, known or not', async () => {
    const keywords = ['best invoicing software', 'running shoes', 'qwrtzpsdfg', 'laufschuhe kaufen'];
    const more = { include_serp_info: true, include_clickstream_data: true };
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['/v3/dataforseo_labs/google/keyword_overview/live', { keywords, ...US_ENGLISH, tag: 'x' }],
      ['/v3/dataforseo_labs/google/keyword_overview/live', { keywords, ...US_ENGLISH, ...more }],
      ['/v3/dataforseo_labs/google/historical_keyword_data/live', { keywords, ...US_ENGLISH, tag: 'x' }],
      ['/v3/dataforseo_labs/google/bulk_keyword_difficulty/live', { keywords, ...US_ENGLISH }],
      ['/v3/dataforseo_labs/google/search_intent/live', { keywords }],
      ['/v3/keywords_data/google_ads/search_volume/live', { keywords }],
      ['/v3/keywords_data/google_ads/search_volume/live', { keywords, ...US_ENGLISH, sort_by: 'search_volume', search_partners: true }],
    ];
    for (const [path, task] of calls) {
      assert.equal(isValid(`POST ${path}`, [task], 'request'), undefined, path);
      const answer = await client.ask(path, [task]);
      assert.equal(answer.tasks?.[0]?.status_code, 20_000, path);
      assert.equal(isValid(`POST ${path}`, answer), undefined, path);
      assert.equal(isValid(`POST ${path}`, await client.ask(path, [{ keywords: ['a?'] }])), undefined, path);
    }
    const span = { datetime_from: '2020-01-01 00:00:00 +00:00', datetime_to: '2100-01-01 00:00:00 +00:00', include_metadata: true };
    for (const family of ['dataforseo_labs', 'keywords_data'])
      assert.equal(isValid(`POST /v3/${family}/id_list`, await client.ask(`/v3/${family}/id_list`, [span])), undefined);
  });

  test('lists of keywords validate, with and without anything in them', async () => {
    const [known] = makeWorld('sightline').sites;
    const labs = '/v3/dataforseo_labs/google';
    const ads = '/v3/keywords_data/google_ads';
    const page = { ...US_ENGLISH, limit: 5, offset: 0, tag: 'x' };
    const more = { include_serp_info: true, include_clickstream_data: true, order_by: ['keyword_info.cpc,desc'] };
    const seed = { include_seed_keyword: true };
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ...['running shoes', 'qwrtzpsdfg'].flatMap((keyword): [string, Readonly<Record<string, unknown>>][] => [
        [`${labs}/keyword_suggestions/live`, { keyword, ...page, ...more, ...seed }],
        [`${labs}/related_keywords/live`, { keyword, ...page, ...seed, depth: 2 }],
        [`${labs}/keyword_ideas/live`, { keywords: [keyword], ...page, ...more }],
        [`${labs}/categories_for_keywords/live`, { keywords: [keyword], language_code: 'en' }],
        [`${ads}/keywords_for_keywords/live`, { keywords: [keyword], ...US_ENGLISH }],
        ['/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live', { keywords: [keyword], ...US_ENGLISH }],
      ]),
      ...[known?.domain, 'nobody-knows-this.com'].flatMap((target): [string, Readonly<Record<string, unknown>>][] => [
        [`${labs}/keywords_for_site/live`, { target, ...page, ...more, include_subdomains: true }],
        [`${labs}/categories_for_domain/live`, { target, ...US_ENGLISH, limit: 5, include_subcategories: true }],
        [`${ads}/keywords_for_site/live`, { target, target_type: 'site', ...US_ENGLISH }],
      ]),
      [`${labs}/keywords_for_categories/live`, { category_codes: [11898, 10512], ...page, ...more, category_intersection: false }],
    ];
    for (const [path, task] of calls) {
      assert.equal(isValid(`POST ${path}`, [task], 'request'), undefined, path);
      const answer = await client.ask(path, [task]);
      assert.equal(answer.tasks?.[0]?.status_code, 20_000, path);
      assert.equal(isValid(`POST ${path}`, answer), undefined, path);
      assert.equal(isValid(`POST ${path}`, await client.ask(path, [{ ...task, keywords: ['a?'] }])), undefined, path);
    }
  });

  test('links and their sums validate, known or not', async () => {
    const [known] = makeWorld('sightline').sites;
    const names = ['summary', 'backlinks', 'referring_domains', 'anchors', 'history', 'timeseries_summary', 'timeseries_new_lost_summary'];
    for (const name of names) {
      for (const target of [known?.domain, `https://${known?.host}/about`, 'nobody-knows-this.com']) {
        const path = `/v3/backlinks/${name}/live`;
        const tasks = [{ target, tag: 'x' }];
        assert.equal(isValid(`POST ${path}`, tasks, 'request'), undefined, path);
        const answer = await client.ask(path, tasks);
        assert.equal(answer.tasks?.[0]?.status_code, 20_000, path);
        assert.equal(isValid(`POST ${path}`, answer), undefined, path);
      }
    }
    const ranked = '/v3/dataforseo_labs/google/ranked_keywords/live';
    for (const target of [known?.domain, 'nobody-knows-this.com']) {
      const tasks = [{ target, ...US_ENGLISH, limit: 20 }];
      assert.equal(isValid(`POST ${ranked}`, tasks, 'request'), undefined);
      assert.equal(isValid(`POST ${ranked}`, await client.ask(ranked, tasks)), undefined);
    }
    for (const name of ['bulk_ranks', 'bulk_backlinks', 'bulk_referring_domains']) {
      const path = `/v3/backlinks/${name}/live`;
      assert.equal(isValid(`POST ${path}`, await client.ask(path, [{ targets: [known?.domain, 'x.com'] }])), undefined, path);
    }
  });

  test('parsed pages validate, with and without their scripts', async () => {
    const path = '/v3/on_page/content_parsing/live';
    const urls = [
      'https://zephyrhouse.com/',
      'https://client.zephyrhouse.com/',
      'https://no-such-site.com/x',
      'https://blank.oddpages.net/',
    ];
    const tasks = urls.flatMap((url) => [{ url }, { url, enable_javascript: true, enable_xhr: true, switch_pool: true }]);
    assert.equal(isValid(`POST ${path}`, tasks, 'request'), undefined);
    const answer = await client.ask(path, tasks);
    assert.equal(isValid(`POST ${path}`, answer), undefined);
    assert.deepEqual(
      answer.tasks?.map(({ cost }) => cost),
      tasks.map((task) => ('enable_javascript' in task ? 0.00125 : 0.000125)),
    );
    const tooMany = await client.ask(
      path,
      Array.from({ length: 21 }, (_none, at) => ({ url: `https://zephyrhouse.com/${at}` })),
    );
    assert.ok(tooMany.tasks?.every((task) => task.status_code === 40_006));
    const tagged = await client.ask(path, [{ url: 'https://zephyrhouse.com/', tag: 'x' }]);
    assert.equal(tagged.tasks?.[0]?.status_code, 40_506);
  });

  test('codes and prices are those of the vendor', () => {
    const { codes } = readJson('dataforseo.errors.json') as { codes: readonly { readonly code: number; readonly message: string }[] };
    assert.deepEqual(
      [...statusCodes.values()].map(({ code, message }) => ({ code, message })),
      codes.map(({ code, message }) => ({ code, message })),
    );
    const { prices } = readJson('dataforseo.prices.json') as {
      prices: Readonly<Record<string, Readonly<Record<string, number | undefined>>>>;
    };
    for (const mode of ['live', 'standard', 'priority'] as const) {
      assert.equal(PRICES.serpOrganic[mode], prices['serp_organic']?.[mode]);
      assert.equal(PRICES.serpMaps[mode], prices['serp_maps']?.[mode]);
      assert.equal(PRICES.serpLocalFinder[mode], prices['serp_local_finder']?.[mode]);
    }
    assert.equal(PRICES.serpNextPageFactor, prices['serp_organic']?.['next_page_factor']);
    assert.equal(PRICES.googleAdsLive, prices['google_ads']?.['live']);
    assert.deepEqual([PRICES.labsTask, PRICES.labsItem], [prices['labs']?.['task'], prices['labs']?.['item']]);
    assert.equal(PRICES.labsClickstreamFactor, prices['labs']?.['clickstream_factor']);
    assert.deepEqual(
      [PRICES.labsIntentTask, PRICES.labsIntentItem],
      [prices['labs_search_intent']?.['task'], prices['labs_search_intent']?.['item']],
    );
    const { basic, factors } = prices['on_page'] as unknown as { basic: number; factors: Record<string, number> };
    assert.deepEqual(
      [PRICES.onPage, PRICES.onPageScriptFactor, PRICES.onPageBrowserFactor],
      [basic, factors['enable_javascript'], factors['enable_browser_rendering']],
    );
    assert.equal(PRICES.labsDomainCategories, prices['labs_categories_for_domain']?.['task']);
    assert.deepEqual(
      [PRICES.aiKeywordTask, PRICES.aiKeywordItem],
      [prices['ai_keyword_data']?.['task'], prices['ai_keyword_data']?.['item']],
    );
  });
});

function readJson(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Record<string, unknown>;
}
