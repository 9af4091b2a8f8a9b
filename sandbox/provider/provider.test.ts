import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  BING,
  itemsOf,
  openSandbox,
  startSandboxClient,
  ORGANIC,
  US_ENGLISH,
  type SandboxClient,
} from '../../test/support/sandbox-client.ts';

const KEYWORD = 'best invoicing software';
const ID_LIST = '/v3/serp/id_list';
const ALL_TIME = {
  datetime_from: '2020-01-01 00:00:00 +00:00',
  datetime_to: '2100-01-01 00:00:00 +00:00',
  include_metadata: true,
  sort: 'desc',
};

suite('the provider', () => {
  let client: SandboxClient;

  before(async () => {
    client = await startSandboxClient();
  });
  after(() => client.sandbox.close());

  test('wraps an answer as the vendor does: id, echo, path, cost, marks', async () => {
    const response = await client.send(ORGANIC, [{ keyword: KEYWORD, ...US_ENGLISH, tag: 'mine' }]);
    assert.equal(response.headers.get('x-sandbox'), '1');
    assert.equal(response.headers.get('x-sandbox-offset-ms'), '0');
    const answer = (await response.json()) as Awaited<ReturnType<SandboxClient['ask']>>;
    const task = answer.tasks?.[0];
    assert.ok(task);
    assert.match(task.id, /^\d{8}-\d{4}-\d{4}-0000-[0-9a-f]{12}$/u);
    assert.deepEqual(
      {
        api: task.data['api'],
        function: task.data['function'],
        se: task.data['se'],
        se_type: task.data['se_type'],
        tag: task.data['tag'],
        os: task.data['os'],
      },
      { api: 'serp', function: 'live', se: 'google', se_type: 'organic', tag: 'mine', os: 'windows' },
    );
    assert.equal(answer.cost, task.cost);
  });

  test('sends gzip only when asked', async () => {
    const plain = await client.send(ORGANIC, [{ keyword: KEYWORD, ...US_ENGLISH }], { 'accept-encoding': 'identity' });
    const packed = await client.send(ORGANIC, [{ keyword: KEYWORD, ...US_ENGLISH }], { 'accept-encoding': 'gzip' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    const [left, right] = [(await plain.json()) as { cost: number }, (await packed.json()) as { cost: number }];
    assert.equal(left.cost, right.cost);
  });

  test('charges pages really delivered', async () => {
    const cost = async (task: Readonly<Record<string, unknown>>): Promise<number> =>
      (await client.search({ keyword: KEYWORD, ...task })).cost;
    assert.equal(await cost({}), 0.002);
    assert.equal(await cost({ depth: 11 }), 0.0035);
    assert.equal(await cost({ depth: 100 }), 0.0155);
    assert.equal(await cost({ depth: 200 }), 0.0305);
    assert.equal(await cost({ depth: 100, max_crawl_pages: 2 }), 0.0035);
    assert.equal(await cost({ calculate_rectangles: true }), 0.004);
    assert.equal(await cost({ keyword: 'site:example.org invoices' }), 0.01);
  });

  test('serves depth page by page and says how many pages it read', async () => {
    const hundred = itemsOf(await client.search({ keyword: KEYWORD, depth: 100 }));
    for (const depth of [10, 15, 50]) {
      const task = await client.search({ keyword: KEYWORD, depth });
      const items = itemsOf(task);
      const organic = items.filter((item) => item.type === 'organic');
      assert.equal(task.result?.[0]?.['pages_count'], Math.ceil(depth / 10));
      assert.equal(organic.length, depth);
      assert.deepEqual(organic, hundred.filter((item) => item.type === 'organic').slice(0, depth));
      assert.equal(task.result?.[0]?.['items_count'], items.length);
    }
  });

  test('delivers and charges fewer pages when the engine has no more', async () => {
    const task = await client.search({ keyword: 'quiet velvet teapot mending course reviews', depth: 200 });
    const pages = Number(task.result?.[0]?.['pages_count']);
    assert.ok(pages >= 1 && pages < 20, String(pages));
    assert.equal(task.cost, Math.round((0.002 + 0.0015 * (pages - 1)) * 1e6) / 1e6);
  });

  test('stops at the page of the first match, and charges no further', async () => {
    const all = itemsOf(await client.search({ keyword: KEYWORD, depth: 100 }));
    const target = all.find((item) => item.type === 'organic' && item.rank_group === 34);
    assert.ok(target?.domain);
    const earlier = all.some((item) => item.type === 'organic' && item.rank_group <= 30 && item.domain === target.domain);
    assert.equal(earlier, false);
    const task = await client.search({
      keyword: KEYWORD,
      depth: 100,
      stop_crawl_on_match: [{ match_value: target.domain.replace(/^www\./u, ''), match_type: 'with_subdomains' }],
    });
    assert.equal(task.result?.[0]?.['pages_count'], 4);
    assert.equal(task.cost, 0.0065);
    const missed = await client.search({
      keyword: KEYWORD,
      depth: 30,
      stop_crawl_on_match: [{ match_value: 'nobody-has-this.com', match_type: 'domain' }],
    });
    assert.equal(missed.result?.[0]?.['pages_count'], 3);
    const wild = await client.search({
      keyword: KEYWORD,
      depth: 100,
      stop_crawl_on_match: [{ match_value: `${target.domain}/*`, match_type: 'wildcard' }],
    });
    assert.equal(wild.result?.[0]?.['pages_count'], 4);
  });

  test('answers 40102 for words without any page, and charges one page', async () => {
    for (const path of [ORGANIC, BING]) {
      const task = await client.search({ keyword: 'qwrtzpsdfg', depth: 100 }, path);
      assert.deepEqual([task.status_code, task.result, task.cost], [40_102, null, 0.002]);
    }
  });

  test('charges an overview only when it had to be loaded and was', async () => {
    let loaded = 0;
    for (const keyword of [
      'running shoes tips',
      'coffee grinder guide',
      'crm software explained',
      'camping tent guide',
      'index funds tips',
      'pizza restaurant tips',
      'sudoku rules',
      'podcast editor guide',
    ]) {
      const plain = await client.search({ keyword });
      const asked = await client.search({ keyword, load_async_ai_overview: true });
      const overview = itemsOf(plain).find((item) => item.type === 'ai_overview');
      const isDeferred = overview?.['asynchronous_ai_overview'] === true;
      assert.equal(asked.cost, isDeferred ? 0.004 : 0.002, keyword);
      if (isDeferred) {
        loaded += 1;
        assert.equal(overview['markdown'], null);
        assert.ok(itemsOf(asked).find((item) => item.type === 'ai_overview')?.['markdown']);
      }
    }
    assert.ok(loaded > 0);
  });

  test('decodes keywords and takes places and languages by name', async () => {
    const task = await client.search({
      keyword: 'running%20shoes',
      location_code: undefined,
      language_code: undefined,
      location_name: 'United States',
      language_name: 'English',
    });
    const plain = await client.search({ keyword: 'running shoes' });
    assert.equal(task.result?.[0]?.['keyword'], 'running shoes');
    assert.deepEqual(itemsOf(task), itemsOf(plain));
  });

  test('says what is wrong with a request, by the vendor codes, free of charge', async () => {
    const cases: readonly (readonly [unknown, number, RegExp])[] = [
      [[{ keyword: 'a', ...US_ENGLISH, color: 'red' }], 40_506, /color/u],
      [[{ keyword: 'a', ...US_ENGLISH, depth: 201 }], 40_501, /depth/u],
      [[{ keyword: 'a', ...US_ENGLISH, depth: 0 }], 40_501, /depth/u],
      [[{ keyword: 'a', ...US_ENGLISH, depth: '10' }], 40_501, /depth/u],
      [[{ ...US_ENGLISH }], 40_501, /keyword/u],
      [[{ keyword: '   ', ...US_ENGLISH }], 40_501, /keyword/u],
      [[{ keyword: 'a'.repeat(701), ...US_ENGLISH }], 40_501, /keyword/u],
      [[{ keyword: 'a', language_code: 'en' }], 40_501, /location_code/u],
      [[{ keyword: 'a', location_code: 2840 }], 40_501, /language_code/u],
      [[{ keyword: 'a', location_code: 1, language_code: 'en' }], 40_501, /location_code/u],
      [[{ keyword: 'a', location_code: 2840, language_code: 'xx' }], 40_501, /language_code/u],
      [[{ keyword: 'a', ...US_ENGLISH, device: 'tablet' }], 40_501, /device/u],
      [[{ keyword: 'a', ...US_ENGLISH, os: 'android' }], 40_501, /os/u],
      [[{ keyword: 'a', ...US_ENGLISH, tag: 'x'.repeat(256) }], 40_501, /tag/u],
      [[{ keyword: 'a', ...US_ENGLISH, stop_crawl_on_match: [{ match_value: 'a.com' }] }], 40_501, /stop_crawl_on_match/u],
      [
        [
          { keyword: 'a', ...US_ENGLISH },
          { keyword: 'b', ...US_ENGLISH },
        ],
        40_000,
        /one task/u,
      ],
    ];
    for (const [tasks, code, text] of cases) {
      const answer = await client.ask(ORGANIC, tasks);
      assert.equal(answer.status_code, 20_000);
      const task = answer.tasks?.[0];
      assert.equal(task?.status_code, code, JSON.stringify(tasks).slice(0, 100));
      assert.match(task?.status_message ?? '', text);
      assert.equal(answer.cost, 0);
      assert.ok(answer.tasks_error >= 1);
    }
    for (const [body, code] of [
      ['{"keyword":"a"}', 40_503],
      ['no json', 40_503],
      ['[1]', 40_503],
      ['[]', 40_502],
      [' ', 40_502],
    ] as const) {
      assert.equal((await client.ask(ORGANIC, body)).status_code, code, body);
    }
  });

  test('refuses callers without a key, and one password for ever', async () => {
    for (const authorization of [
      '',
      'Bearer x',
      `Basic ${Buffer.from('me:').toString('base64')}`,
      `Basic ${Buffer.from('me:wrong').toString('base64')}`,
    ]) {
      const response = await client.send(ORGANIC, [{ keyword: 'a', ...US_ENGLISH }], { authorization });
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Basic realm=/u);
      assert.equal(((await response.json()) as { status_code: number }).status_code, 40_100);
    }
  });

  test('answers 404 for paths and methods it does not have', async () => {
    for (const [path, tasks] of [
      ['/v3/serp/yahoo/organic/live/advanced', [{}]],
      [ORGANIC, undefined],
      ['/v4', undefined],
    ] as const) {
      const response = await client.send(path, tasks);
      assert.equal(response.status, 404);
      assert.equal(((await response.json()) as { status_code: number }).status_code, 40_400);
    }
  });

  test('lists lost calls by tag, live ones too', async () => {
    const sent = await client.search({ keyword: KEYWORD, depth: 20, tag: 'spend_find_me' });
    const [task] = (await client.ask(ID_LIST, [ALL_TIME])).tasks ?? [];
    const row = task?.result?.find((candidate) => (candidate['metadata'] as { tag?: string }).tag === 'spend_find_me');
    assert.deepEqual([row?.['id'], row?.['cost'], row?.['status'], row?.['url']], [sent.id, 0.0035, '20000', ORGANIC.slice(1)]);
    const [none] = (await client.ask(ID_LIST, [{ ...ALL_TIME, datetime_to: '2021-01-01 00:00:00 +00:00' }])).tasks ?? [];
    assert.deepEqual(none?.result, []);
  });

  test('serves places by rating and page, at their own price', async () => {
    const path = '/v3/serp/google/local_finder/live/advanced';
    const task = await client.search({ keyword: 'plumber', depth: 60 }, path);
    const items = itemsOf(task);
    assert.deepEqual([items.length, task.cost], [60, 0.006]);
    assert.deepEqual(
      items.map((item) => item.rank_group),
      items.map((_item, index) => index + 1),
    );
    const rated = itemsOf(await client.search({ keyword: 'plumber', depth: 60, min_rating: 4.5 }, path));
    for (const item of rated) assert.ok((item['rating'] as { value: number }).value >= 4.5);
    const map = await client.search({ keyword: 'plumber', device: 'mobile', depth: 40 }, '/v3/serp/google/maps/live/advanced');
    assert.equal(map.cost, 0.004);
    const pack = itemsOf(await client.search({ keyword: 'plumber' })).filter((item) => item.type === 'local_pack');
    assert.deepEqual(
      pack.map((item) => item['cid']),
      items.slice(0, 3).map((item) => item['cid']),
    );
  });
});

test('enforces the minute limits of the vendor with real clocks', async (t) => {
  const client = await openSandbox(t);
  const codes: number[] = [];
  for (let call = 0; call < 25; call += 1) codes.push((await client.ask(ID_LIST, [ALL_TIME])).status_code);
  // A new minute may begin while we count: never more than twice the limit pass.
  const passed = codes.filter((code) => code === 20_000).length;
  assert.ok(passed >= 10 && passed <= 20, String(passed));
  assert.ok(codes.includes(40_202));
});
