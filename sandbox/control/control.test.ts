import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { after, before, suite, test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import {
  BING,
  itemsOf,
  openSandbox,
  startSandboxClient,
  ORGANIC,
  US_ENGLISH,
  type ProviderAnswer,
  type SandboxClient,
} from '../../test/support/sandbox-client.ts';

interface WorldSample {
  readonly sites: readonly {
    readonly domain: string;
    readonly business_type: string;
    readonly competitors: readonly string[];
    readonly tier1_type: string;
    readonly domain_type: string;
  }[];
  readonly keywords: readonly {
    readonly keyword: string;
    readonly location_code: number;
    readonly language_code: string;
    readonly intent: string;
  }[];
  readonly apps: readonly { readonly platform: string; readonly app_id: string; readonly title: string; readonly category_id: string }[];
  readonly categories: readonly unknown[];
  readonly local_businesses: readonly { readonly cid: string; readonly place_id: string }[];
}

interface Story {
  readonly site: { readonly domain: string; readonly competitors: readonly string[] };
  readonly keywords: readonly { readonly keyword: string }[];
}

interface TruthItem {
  readonly type: string;
  readonly rank_group: number;
  readonly rank_absolute: number;
  readonly domain: string | null;
  readonly url: string | null;
}

interface Calls {
  readonly total: number;
  readonly by_endpoint: Readonly<Record<string, number>>;
  readonly cost_usd: number;
  readonly paid_tasks: number;
  readonly max_concurrency: number;
  readonly max_per_second: number;
  readonly entries: readonly {
    readonly ts: number;
    readonly host: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly status: number | null;
    readonly cost_usd: number;
  }[];
}

suite('the control endpoints', () => {
  let client: SandboxClient;

  before(async () => {
    client = await startSandboxClient();
  });
  after(() => client.sandbox.close());

  test('show a world as it is documented', async () => {
    const { body: world } = await client.control<WorldSample>('/_sandbox/world');
    assert.ok(world.sites.length >= 40);
    assert.ok(world.sites.filter((site) => ['saas', 'local', 'ecommerce', 'content'].includes(site.business_type)).length >= 10);
    for (const site of world.sites) assert.ok(site.competitors.length >= 2 && site.tier1_type !== '' && site.domain_type !== '');
    const english = world.keywords.filter((keyword) => keyword.location_code === 2840 && keyword.language_code === 'en');
    assert.ok(english.length >= 12);
    assert.ok(world.keywords.some((keyword) => keyword.location_code === 2276 && keyword.language_code === 'de'));
    for (const store of ['store_a', 'store_b'])
      assert.ok(world.apps.filter((app) => app.platform === store && app.category_id !== '').length >= 6);
    assert.ok(world.categories.length > 50 && world.local_businesses.length >= 10);
    let contested = 0;
    for (const { keyword } of english) {
      const items = itemsOf(await client.search({ keyword, depth: 100 }));
      const listed = world.sites.filter((site) => items.some((item) => item.type === 'organic' && item.domain === site.domain));
      if (listed.length >= 2) contested += 1;
    }
    assert.ok(contested / english.length > 0.9, `${contested} of ${english.length}`);
    assert.deepEqual((await client.control<WorldSample>('/_sandbox/world')).body, world);
  });

  test('tell a story whose site ranks for its keywords, and its competitors too', async () => {
    const { body: story } = await client.control<Story>('/_sandbox/world/story?keywords=20');
    for (const domain of [story.site.domain, story.site.competitors[0]]) {
      let ranked = 0;
      for (const { keyword } of story.keywords) {
        const items = itemsOf(await client.search({ keyword, depth: 100 }));
        if (items.some((item) => item.type === 'organic' && item.domain?.endsWith(domain ?? '?'))) ranked += 1;
      }
      assert.ok(ranked / story.keywords.length > 0.8, `${domain} ranks for ${ranked} of ${story.keywords.length}`);
    }
  });

  test('give the truth: the same elements as the provider serves', async () => {
    const searches = [
      { keyword: 'best invoicing software', device: 'desktop', path: ORGANIC, engine: 'engine_a' },
      { keyword: 'plumber near me', device: 'mobile', path: ORGANIC, engine: 'google' },
      { keyword: 'never listed words about tea', device: 'desktop', path: BING, engine: 'engine_b' },
      { keyword: 'laufschuhe kaufen', device: 'mobile', path: BING, engine: 'bing' },
    ];
    for (const { keyword, device, path, engine } of searches) {
      const served = itemsOf(await client.search({ keyword, device, depth: 100 }, path));
      const query = new URLSearchParams({ keyword, device, engine, location_code: '2840', language_code: 'en' });
      const { body } = await client.control<{ items: readonly TruthItem[] }>(`/_sandbox/truth/serp?${query.toString()}`);
      const pick = ({ type, rank_group, rank_absolute, domain, url }: TruthItem): TruthItem => ({
        type,
        rank_group,
        rank_absolute,
        domain: domain ?? null,
        url: url ?? null,
      });
      assert.ok(served.length > 50);
      assert.deepEqual(body.items.map(pick), served.map(pick));
    }
  });

  test('give the truth about another date, and about domains, apps and keywords', async () => {
    const { body: world } = await client.control<WorldSample>('/_sandbox/world');
    const at = async (date: string): Promise<unknown> =>
      (await client.control(`/_sandbox/truth/serp?keyword=running+shoes&location_code=2840&language_code=en&device=desktop&date=${date}`))
        .body;
    assert.deepEqual(await at('2026-12-01'), await at('2026-12-01'));
    assert.notDeepEqual(await at('2026-12-01'), await at('2026-12-09'));
    const domain = (await client.control(`/_sandbox/truth/domain?domain=${world.sites[0]?.domain}`)).body;
    for (const field of ['backlinks', 'referring_domains', 'rank']) assert.equal(typeof domain[field], 'number');
    const app = world.apps[0];
    const record = (await client.control(`/_sandbox/truth/app?platform=${app?.platform}&app_id=${app?.app_id}&date=2026-11-01`)).body;
    assert.equal(record['title'], app?.title);
    assert.ok(Array.isArray(record['similar']) && Number((record['ranks'] as Record<string, number>)[app?.category_id ?? '']) >= 1);
    const keyword = (await client.control('/_sandbox/truth/keyword?keyword=running%20shoes')).body;
    for (const field of ['search_volume', 'cpc', 'competition', 'keyword_difficulty']) assert.equal(typeof keyword[field], 'number');
  });

  test('refuse nonsense with 400, unknown things with 404, other methods with 405', async () => {
    const cases: readonly (readonly [string, unknown, number])[] = [
      ['/_sandbox/clock', {}, 400],
      ['/_sandbox/clock', { now: 'yesterday' }, 400],
      ['/_sandbox/clock', { advance_days: 1.5 }, 400],
      ['/_sandbox/clock', 'not json', 400],
      ['/_sandbox/faults', { kind: 'earthquake' }, 400],
      ['/_sandbox/faults', { kind: 'slow', rate: 2 }, 400],
      ['/_sandbox/faults', { kind: 'provider_123' }, 400],
      ['/_sandbox/faults', { match: 'x' }, 400],
      ['/_sandbox/truth/serp', undefined, 400],
      ['/_sandbox/truth/serp?keyword=a&device=watch', undefined, 400],
      ['/_sandbox/truth/serp?keyword=a&date=someday', undefined, 400],
      ['/_sandbox/truth/domain?domain=nobody-has-this.com', undefined, 404],
      ['/_sandbox/calls?since=soon', undefined, 400],
      ['/_sandbox/calls?limit=few', undefined, 400],
      ['/_sandbox/nothing', undefined, 404],
      ['/_sandbox/world', {}, 405],
    ];
    for (const [path, body, status] of cases) {
      const answer = await client.control(path, body);
      assert.equal(answer.status, status, `${path} ${JSON.stringify(body)}`);
      assert.equal(typeof answer.body['error'], 'string');
    }
  });
});

test('moves the date of the world, and results with it', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/clock', { now: '2027-03-01T10:00:00Z' });
  const earlier = await client.search({ keyword: 'running shoes', depth: 100 });
  assert.match(String(earlier.result?.[0]?.['datetime']), /^2027-03-01 10:00:\d\d \+00:00$/u);
  assert.match(earlier.id, /^03011000-/u);
  const moved = await client.control('/_sandbox/clock', { advance_days: 3 });
  assert.match(String(moved.body['now']), /^2027-03-04T10:00/u);
  const later = await client.search({ keyword: 'running shoes', depth: 100 });
  assert.notDeepEqual(
    itemsOf(later).map((item) => item.url),
    itemsOf(earlier).map((item) => item.url),
  );
  const { body } = await client.control('/_sandbox/truth/serp?keyword=running+shoes');
  assert.deepEqual(
    (body['items'] as TruthItem[]).map((item) => item.rank_absolute),
    itemsOf(later).map((item) => item.rank_absolute),
  );
});

test('takes the date as text or as epoch milliseconds', async (t) => {
  const client = await openSandbox(t);
  const instant = Date.parse('2027-05-06T07:08:09Z');
  for (const now of ['2027-05-06T07:08:09Z', '2027-05-06T09:08:09+02:00', instant]) {
    const { body } = await client.control('/_sandbox/clock', { now });
    assert.match(String(body['now']), /^2027-05-06T07:08:/u);
  }
});

test('notifies followers of every change before it answers', async (t) => {
  const client = await openSandbox(t);
  const stream = await new Promise<IncomingMessage>((resolve) => get(`${client.sandbox.url}/_sandbox/clock/stream`, resolve));
  t.after(() => stream.destroy());
  const offsets: number[] = [];
  const lines = createInterface({ input: stream });
  const first = new Promise((resolve) => lines.once('line', resolve));
  lines.on('line', (line) => offsets.push((JSON.parse(line) as { offset_ms: number }).offset_ms));
  await first;
  for (let day = 1; day <= 5; day += 1) {
    const { body } = await client.control('/_sandbox/clock', { advance_days: 1 });
    assert.equal(body['offset_ms'], day * DAY_MS);
    assert.equal(offsets.at(-1), day * DAY_MS);
  }
  await client.control('/_sandbox/reset', {});
  assert.deepEqual(
    offsets,
    [0, 1, 2, 3, 4, 5, 0].map((days) => days * DAY_MS),
  );
  assert.equal((await client.send(ORGANIC, [{ keyword: 'a', ...US_ENGLISH }])).headers.get('x-sandbox-offset-ms'), '0');
});

test("sets the provider's clock wrong: its answers and its record, and nothing else", async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/clock', { now: '2027-03-01T10:00:00Z' });
  const { body } = await client.control('/_sandbox/clock', { skew_ms: 3 * 3_600_000 });
  assert.deepEqual([String(body['now']).slice(0, 16), body['skew_ms']], ['2027-03-01T10:00', 3 * 3_600_000]);
  const response = await client.send(ORGANIC, [{ keyword: 'a', ...US_ENGLISH }]);
  const aheadMs = Date.parse(response.headers.get('date') ?? '') - Date.now();
  assert.ok(Math.abs(aheadMs - 3 * 3_600_000) < 60_000, `${aheadMs} ms ahead of the real time`);
  const [task] = ((await response.json()) as ProviderAnswer).tasks ?? [];
  assert.match(task?.id ?? '', /^03011300-/u);
  assert.match(String(task?.result?.[0]?.['datetime']), /^2027-03-01 10:00/u);
  const list = async (hour: string): Promise<unknown> =>
    (await client.ask('/v3/serp/id_list', [{ datetime_from: `2027-03-01 ${hour}:00:00`, datetime_to: `2027-03-01 ${hour}:59:59` }]))
      .tasks?.[0]?.result?.[0]?.['id'];
  assert.deepEqual([await list('10'), await list('13')], [undefined, task?.id]);
  await client.control('/_sandbox/reset', {});
  assert.equal((await client.control('/_sandbox/clock')).body['skew_ms'], 0);
});

test('logs every outside call with figures that add up, and no secret', async (t) => {
  const client = await openSandbox(t);
  await Promise.all(Array.from({ length: 8 }, () => client.search({ keyword: 'running shoes', depth: 20, tag: 'x' })));
  await client.search({ keyword: 'qwrtzpsdfg' }, BING);
  const delivery = await fetch(`${client.sandbox.url}/_sandbox/webhook`, {
    method: 'POST',
    body: '{"event":"categories_synced"}',
    headers: { 'x-webhook-secret': 's3' },
  });
  assert.deepEqual(await delivery.json(), { success: true });
  await client.control('/_sandbox/world');
  const { body: calls } = await client.control<Calls>('/_sandbox/calls');
  assert.equal(calls.total, 10);
  assert.deepEqual(calls.by_endpoint, { [ORGANIC]: 8, [BING]: 1, '/_sandbox/webhook': 1 });
  assert.deepEqual([calls.cost_usd, calls.paid_tasks], [0.03, 9]);
  assert.ok(calls.max_concurrency >= 2 && calls.max_concurrency <= 8);
  assert.ok(calls.max_per_second >= 8 && calls.max_per_second <= 10);
  const last = calls.entries.at(-1);
  assert.deepEqual(
    [last?.host, last?.body, last?.headers['x-webhook-secret'], last?.status],
    ['webhook.sandbox', '{"event":"categories_synced"}', 's3', 200],
  );
  assert.equal(calls.entries[0]?.headers['authorization'], '[redacted]');
  assert.equal((JSON.parse(calls.entries[0]?.body ?? '') as { tag: string }[])[0]?.tag, 'x');
  const { body: recent } = await client.control<Calls>(`/_sandbox/calls?since=${last?.ts}`);
  assert.ok(recent.total >= 1 && recent.total < 10);
  const { body: brief } = await client.control<Calls>('/_sandbox/calls?limit=2');
  assert.deepEqual([brief.total, brief.cost_usd, brief.entries], [10, 0.03, calls.entries.slice(-2)]);
  assert.deepEqual((await client.control<Calls>('/_sandbox/calls?limit=0')).body.entries, []);
  const { body: none } = await client.control<Calls>('/_sandbox/calls?since=2100-01-01T00:00:00Z');
  assert.deepEqual([none.total, none.cost_usd, none.max_concurrency, none.max_per_second], [0, 0, 0, 0]);
  await client.control('/_sandbox/reset', {});
  assert.equal((await client.control<Calls>('/_sandbox/calls')).body.total, 0);
});
