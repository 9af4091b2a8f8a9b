import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  openSandbox,
  startSandboxClient,
  US_ENGLISH,
  type ProviderTask,
  type SandboxClient,
} from '../../../test/support/sandbox-client.ts';

const OVERVIEW = '/v3/dataforseo_labs/google/keyword_overview/live';
const DIFFICULTY = '/v3/dataforseo_labs/google/bulk_keyword_difficulty/live';
const INTENT = '/v3/dataforseo_labs/google/search_intent/live';
const VOLUME = '/v3/keywords_data/google_ads/search_volume/live';
const STATUS = '/v3/keywords_data/google_ads/status';
const KNOWN = ['best invoicing software', 'running shoes', 'plumber near me', 'some words nobody listed'];
const UNKNOWN = ['qwrtzpsdfg', 'a very long phrase that nobody has ever listed'];
const FORBIDDEN = [
  'what is seo?',
  'tea, coffee',
  'a@b',
  '100% wool',
  'shoes 👟',
  'a\nb',
  'a\ud83d',
  'x'.repeat(81),
  'a b c d e f g h i j k',
  ' ',
];

type Row = Readonly<Record<string, unknown>>;
const partOf = (row: Row | undefined, name: string): Row => (row?.[name] ?? {}) as Row;
interface Months {
  readonly year: number;
  readonly month: number;
  readonly search_volume: number;
}

suite('figures of keywords', () => {
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
  const itemsOf = (task: ProviderTask): readonly Row[] => (task.result?.[0]?.['items'] ?? []) as readonly Row[];
  const truthOf = async (keyword: string, place = 2840): Promise<Row> =>
    (await client.control(`/_sandbox/truth/keyword?keyword=${encodeURIComponent(keyword)}&location_code=${place}`)).body;

  test('an overview agrees with the truth, leaves unknown keywords out, and costs per row', async () => {
    const task = await ask(OVERVIEW, { keywords: [...KNOWN, ...UNKNOWN], ...US_ENGLISH, tag: 'mine' });
    const items = itemsOf(task);
    assert.deepEqual(
      items.map((item) => item['keyword']),
      KNOWN,
    );
    for (const item of items) {
      const truth = await truthOf(String(item['keyword']));
      const info = item['keyword_info'] as Row;
      assert.deepEqual(
        [info['search_volume'], info['cpc'], info['competition'], info['monthly_searches']],
        [truth['search_volume'], truth['cpc'], truth['competition'], truth['monthly_searches']],
      );
      assert.equal((item['keyword_properties'] as Row)['keyword_difficulty'], truth['keyword_difficulty']);
      assert.equal((item['search_intent_info'] as Row)['main_intent'], truth['intent']);
    }
    assert.deepEqual([task.cost, task.data['function'], task.data['tag']], [0.0104, 'keyword_overview', 'mine']);
    assert.equal((await ask(OVERVIEW, { keywords: UNKNOWN, ...US_ENGLISH })).cost, 0.01);
    for (const keyword of UNKNOWN) assert.equal((await truthOf(keyword))['search_volume'], null);
  });

  test('an overview takes keywords in any spelling once, and adds what is asked for', async () => {
    const task = await ask(OVERVIEW, { keywords: ['Running  Shoes', 'running shoes'], ...US_ENGLISH });
    assert.deepEqual([itemsOf(task).map((item) => item['keyword']), task.cost], [['running shoes'], 0.0101]);
    assert.deepEqual([itemsOf(task)[0]?.['serp_info'], itemsOf(task)[0]?.['clickstream_keyword_info']], [null, null]);
    const more = await ask(OVERVIEW, { keywords: KNOWN, ...US_ENGLISH, include_serp_info: true, include_clickstream_data: true });
    assert.equal(more.cost, 0.0208);
    assert.ok((partOf(itemsOf(more)[0], 'serp_info')['serp_item_types'] as string[]).includes('organic'));
    assert.equal(typeof partOf(itemsOf(more)[0], 'clickstream_keyword_info')['search_volume'], 'number');
  });

  test('one forbidden keyword voids the whole call, without naming it, free of charge', async () => {
    for (const path of [OVERVIEW, DIFFICULTY, VOLUME]) {
      for (const keyword of FORBIDDEN) {
        const task = await ask(path, { keywords: [...KNOWN, keyword], ...US_ENGLISH });
        assert.deepEqual(
          [task.status_code, task.status_message, task.cost],
          [40_501, "Invalid Field: 'keywords'.", 0],
          `${path} ${keyword}`,
        );
      }
      assert.equal((await ask(path, { keywords: [], ...US_ENGLISH })).status_code, 40_501);
    }
  });

  test('calls take 700 and 1,000 keywords, no more', async () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_unused, index) => `tea cup ${index}`);
    for (const [path, most] of [
      [OVERVIEW, 700],
      [DIFFICULTY, 1_000],
      [VOLUME, 1_000],
    ] as const) {
      const task = await ask(path, { keywords: many(most), ...US_ENGLISH });
      assert.equal(task.status_code, 20_000);
      assert.equal(itemsOf(task).length + (path === VOLUME ? (task.result?.length ?? 0) : 0), most);
      assert.equal((await ask(path, { keywords: many(most + 1), ...US_ENGLISH })).status_code, 40_501);
    }
  });

  test('the database covers whole countries in their languages', async () => {
    const cases: readonly (readonly [Row, number, RegExp])[] = [
      [{ location_code: 2276, language_code: 'de' }, 20_000, /Ok/u],
      [{ location_name: 'United Kingdom', language_name: 'English' }, 20_000, /Ok/u],
      [{ location_code: 2276, language_code: 'fr' }, 40_501, /language_code/u],
      [{ location_code: 1_023_191, language_code: 'en' }, 40_501, /location_code/u],
      [{ location_code: 2010, language_code: 'en' }, 40_501, /location_code/u],
      [{ location_code: 2840 }, 40_501, /language_code/u],
      [{ language_code: 'en' }, 40_501, /location_code/u],
    ];
    for (const [region, code, text] of cases) {
      const task = await ask(OVERVIEW, { keywords: KNOWN, ...region });
      assert.equal(task.status_code, code, JSON.stringify(region));
      assert.match(task.status_message, text);
    }
    const listed = (await client.ask('/v3/dataforseo_labs/locations_and_languages')).tasks?.[0]?.result ?? [];
    assert.ok(listed.length >= 90);
    const germany = listed.find((row) => row['location_code'] === 2276);
    assert.deepEqual(
      (germany?.['available_languages'] as Row[] | undefined)?.map((row) => row['language_code']),
      ['de'],
    );
    const here = itemsOf(await ask(OVERVIEW, { keywords: ['running shoes'], location_code: 2276, language_code: 'de' }))[0];
    assert.equal(partOf(here, 'keyword_info')['search_volume'], (await truthOf('running shoes', 2276))['search_volume']);
  });

  test('difficulty and intent alone are the same, at their own prices', async () => {
    const difficulty = await ask(DIFFICULTY, { keywords: [...KNOWN, ...UNKNOWN], ...US_ENGLISH });
    for (const item of itemsOf(difficulty))
      assert.equal(item['keyword_difficulty'], (await truthOf(String(item['keyword'])))['keyword_difficulty']);
    assert.deepEqual([itemsOf(difficulty).length, difficulty.cost], [4, 0.0104]);
    const intent = await ask(INTENT, { keywords: KNOWN });
    for (const item of itemsOf(intent)) {
      const { label, probability } = item['keyword_intent'] as { readonly label: string; readonly probability: number };
      assert.equal(label, (await truthOf(String(item['keyword'])))['intent']);
      assert.ok(probability >= 0.5 && probability <= 1);
    }
    assert.deepEqual([itemsOf(intent).length, intent.cost], [4, 0.0014]);
  });

  test('the ads planner gives a row for every keyword, unknown ones without figures, at one price', async () => {
    const task = await ask(VOLUME, { keywords: ['Running Shoes', ...UNKNOWN], ...US_ENGLISH });
    const [known, unknown] = task.result ?? [];
    const truth = await truthOf('running shoes');
    assert.deepEqual(
      [known?.['keyword'], known?.['search_volume'], known?.['cpc'], known?.['competition_index'], known?.['monthly_searches']],
      ['Running Shoes', truth['search_volume'], truth['cpc'], Math.round(100 * Number(truth['competition'])), truth['monthly_searches']],
    );
    assert.match(String(known?.['competition']), /^(LOW|MEDIUM|HIGH)$/u);
    assert.deepEqual(
      [unknown?.['keyword'], unknown?.['search_volume'], unknown?.['competition'], unknown?.['monthly_searches']],
      [UNKNOWN[0], null, null, null],
    );
    assert.deepEqual([task.result?.length, task.cost, task.data['se']], [3, 0.075, 'google_ads']);
    const worldwide = await ask(VOLUME, { keywords: KNOWN, sort_by: 'search_volume' });
    const volumes = (worldwide.result ?? []).map((row) => Number(row['search_volume']));
    assert.deepEqual(
      volumes,
      volumes.toSorted((left, right) => right - left),
    );
    assert.deepEqual([worldwide.result?.[0]?.['location_code'], worldwide.cost], [null, 0.075]);
  });

  test('calls are found by their tag in the list of their family', async () => {
    await ask(VOLUME, { keywords: KNOWN, tag: 'spend_ads' });
    await ask(OVERVIEW, { keywords: KNOWN, ...US_ENGLISH, tag: 'spend_labs' });
    const span = { datetime_from: '2020-01-01 00:00:00 +00:00', datetime_to: '2100-01-01 00:00:00 +00:00', include_metadata: true };
    for (const [family, tag, cost] of [
      ['keywords_data', 'spend_ads', 0.075],
      ['dataforseo_labs', 'spend_labs', 0.0104],
    ] as const) {
      const rows = (await client.ask(`/v3/${family}/id_list`, [span])).tasks?.[0]?.result ?? [];
      assert.equal(rows.find((row) => (row['metadata'] as Row)['tag'] === tag)?.['cost'], cost);
    }
  });
});

test('months come out in the middle of the next, and the planner says so', async (t) => {
  const client = await openSandbox(t);
  const monthsOf = async (task: Row = {}): Promise<readonly Months[]> => {
    const [answer] = (await client.ask(VOLUME, [{ keywords: ['running shoes'], ...US_ENGLISH, ...task }])).tasks ?? [];
    assert.equal(answer?.status_code, 20_000, answer?.status_message);
    return answer.result?.[0]?.['monthly_searches'] as Months[];
  };
  const statusOf = async (): Promise<Row | undefined> => (await client.ask(STATUS)).tasks?.[0]?.result?.[0];
  await client.control('/_sandbox/clock', { now: '2027-01-05T00:00:00Z' });
  const early = await monthsOf();
  assert.deepEqual([early.length, early[0]?.year, early[0]?.month, early.at(-1)?.year, early.at(-1)?.month], [12, 2026, 11, 2025, 12]);
  assert.deepEqual(await statusOf(), {
    actual_data: false,
    date_update: '2026-12-12',
    last_year_in_monthly_searches: 2026,
    last_month_in_monthly_searches: 11,
  });
  await client.control('/_sandbox/clock', { now: '2027-01-20T00:00:00Z' });
  const late = await monthsOf();
  assert.deepEqual([late[0]?.year, late[0]?.month], [2026, 12]);
  assert.deepEqual(late.slice(1), early.slice(0, 11));
  assert.deepEqual([(await statusOf())?.['actual_data'], (await statusOf())?.['last_month_in_monthly_searches']], [true, 12]);
  assert.equal((await monthsOf({ date_from: '2024-01-01' })).length, 36);
  assert.equal((await monthsOf({ date_from: '2026-03-01', date_to: '2026-05-31' })).length, 3);
  for (const task of [{ date_from: '2021-01-01' }, { date_from: 'soon' }, { date_from: '2026-05-01', date_to: '2026-03-01' }]) {
    const [refused] = (await client.ask(VOLUME, [{ keywords: ['running shoes'], ...task }])).tasks ?? [];
    assert.equal(refused?.status_code, 40_501);
  }
});

test('the planner answers twelve calls a minute', async (t) => {
  const client = await openSandbox(t);
  const codes: number[] = [];
  for (let call = 0; call < 30; call += 1) codes.push((await client.ask(VOLUME, [{ keywords: ['tea'] }])).status_code);
  const passed = codes.filter((code) => code === 20_000).length;
  // A new minute may begin while we count.
  assert.ok(passed >= 12 && passed <= 24, String(passed));
  assert.ok(codes.includes(40_202));
});

test('the database answers thirty calls at once, free ones too, and others besides', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/faults', { match: OVERVIEW, kind: 'slow', delay_ms: 1_000, count: 36 });
  const calls = Array.from({ length: 36 }, () => client.ask(OVERVIEW, [{ keywords: ['tea'], ...US_ENGLISH }]));
  const codes = (await Promise.all(calls)).map((answer) => answer.status_code);
  assert.equal(codes.filter((code) => code === 40_209).length, 6);
  assert.equal((await client.ask(OVERVIEW, [{ keywords: ['tea'], ...US_ENGLISH }])).status_code, 20_000);
});
