import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox, US_ENGLISH, type SandboxClient } from '../../test/support/sandbox-client.ts';

interface Chances {
  readonly model: string;
  readonly topic: string;
  readonly branded: readonly string[];
  readonly refusal: number;
  readonly web: number;
  readonly brands: readonly {
    readonly domain: string;
    readonly name: string;
    readonly named: number;
    readonly cited: number;
    readonly first: number;
  }[];
  readonly sources: readonly { readonly domain: string; readonly cited: number; readonly retrieved: number }[];
  readonly fan_out_queries: readonly { readonly query: string; readonly p: number }[];
}

interface True {
  readonly markdown: string;
  readonly model: string;
  readonly state: string;
  readonly call_number: number;
  readonly faults: readonly string[];
  readonly language_code: string;
  readonly spans: readonly {
    readonly name: string;
    readonly kind: string;
    readonly is_mention: boolean;
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly sentiment: string | null;
    readonly sentence: { readonly start: number; readonly end: number; readonly text: string };
  }[];
  readonly brands: readonly { readonly name: string; readonly order: number; readonly count: number }[];
  readonly cited: readonly { readonly domain: string; readonly url: string }[] | null;
}

const LIVE = '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced';
const POST = '/v3/ai_optimization/chat_gpt/llm_scraper/task_post';
const QUESTION = { keyword: 'best invoicing software for freelancers', ...US_ENGLISH };

const readChances = async ({ control }: SandboxClient, more: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ prompt: QUESTION.keyword, surface: 'chat_gpt', ...more });
  return (await control<Chances>(`/_sandbox/truth/answers?${query.toString()}`)).body;
};
const readTrue = async ({ control }: SandboxClient, id: string) => (await control<True>(`/_sandbox/truth/answer?task_id=${id}`)).body;
const askOne = async ({ ask }: SandboxClient, path: string, task: Readonly<Record<string, unknown>>) => {
  const [answer] = (await ask(path, [task])).tasks ?? [];
  assert.equal(answer?.status_code, 20_000, answer?.status_message);
  return answer;
};

test('the truth of an answer points at its very text, in each way of asking', async (t) => {
  const client = await openSandbox(t);
  const check = async (id: string, markdown: unknown): Promise<void> => {
    const truth = await readTrue(client, id);
    assert.equal(truth.markdown, markdown);
    for (const { start, end, text, sentence } of truth.spans) {
      assert.equal(truth.markdown.slice(start, end), text);
      assert.equal(truth.markdown.slice(sentence.start, sentence.end), sentence.text);
    }
    const mentions = truth.spans.filter(({ is_mention: isMention }) => isMention).toSorted((left, right) => left.start - right.start);
    assert.deepEqual(
      truth.brands.map(({ name }) => name),
      [...new Set(mentions.map(({ name }) => name))],
    );
    for (const { name, count } of truth.brands) assert.equal(mentions.filter((span) => span.name === name).length, count);
  };
  const ai = { path: '/v3/serp/google/ai_mode/live/advanced', task: QUESTION };
  const calls = [
    { path: LIVE, task: QUESTION },
    { path: LIVE.replace('chat_gpt', 'gemini'), task: QUESTION },
    ...['chat_gpt gpt-5', 'claude claude-sonnet-5', 'gemini gemini-3-pro', 'perplexity sonar'].map((both) => {
      const [platform = '', model_name] = both.split(' ');
      return { path: `/v3/ai_optimization/${platform}/llm_responses/live`, task: { user_prompt: QUESTION.keyword, model_name } };
    }),
  ];
  for (let round = 0; round < 10; round += 1) {
    const overview = await askOne(client, ai.path, ai.task);
    await check(overview.id, (overview.result?.[0]?.['items'] as readonly { markdown: string }[] | undefined)?.[0]?.markdown);
    for (const { path, task } of calls) {
      const answer = await askOne(client, path, task);
      const row = answer.result?.[0] ?? {};
      const [message] = ((row['items'] ?? []) as { type: string; sections?: { text: string }[] }[]).filter(
        ({ type }) => type === 'message',
      );
      await check(answer.id, message === undefined ? row['markdown'] : message.sections?.[0]?.text);
    }
  }
  const [posted] = (await client.ask(POST, [QUESTION])).tasks ?? [];
  await client.settle();
  const [fetched] = (await client.ask(`${POST.replace('task_post', 'task_get/advanced')}/${posted?.id}`)).tasks ?? [];
  await check(posted?.id ?? '', fetched?.result?.[0]?.['markdown']);
  assert.deepEqual(
    (await readTrue(client, posted?.id ?? '')).cited?.map(({ url }) => url),
    (fetched?.result?.[0]?.['sources'] as readonly { url: string }[] | undefined)?.map(({ url }) => url),
  );
});

test('the truth of a question is that of its surface, place, day and model', async (t) => {
  const client = await openSandbox(t);
  const here = await readChances(client);
  assert.equal(here.topic, 'invoicing');
  assert.ok(here.brands.length >= 5 && here.sources.length > 20 && here.fan_out_queries.length >= 4);
  const others = [
    ['surface', 'gemini'],
    ['location_code', '2826'],
    ['date', '2027-02-01'],
    ['surface', 'chat_gpt_api'],
  ] as const;
  for (const [name, value] of others) assert.notDeepEqual((await readChances(client, { [name]: value })).brands, here.brands, value);
  assert.equal((await readChances(client, { web: 'off' })).web, 0);
  assert.ok((await readChances(client, { web: 'forced' })).web > here.web);
  assert.equal((await readChances(client, { surface: 'claude_api', model: 'claude-haiku-4-5' })).model, 'claude-haiku-4-5-20251001');
  const [brand] = here.brands;
  const branded = await readChances(client, { prompt: `is ${brand?.name.toLowerCase()} any good?` });
  assert.deepEqual(branded.branded, [brand?.domain]);
  assert.ok((branded.brands.find(({ domain }) => domain === brand?.domain)?.named ?? 0) > (brand?.named ?? 1));
  const firsts = here.brands.reduce((sum, { first }) => sum + first, 0);
  const none = here.brands.reduce((product, { named }) => product * (1 - named), 1);
  assert.ok(Math.abs(firsts + none - 1) < 1e-3, `${firsts} + ${none}`);
  for (const query of [
    'prompt=x&surface=copilot',
    'surface=chat_gpt',
    'prompt=x&surface=gemini&location_code=1',
    'prompt=x&surface=claude_api&model=gpt-5',
  ])
    assert.equal((await client.control(`/_sandbox/truth/answers?${query}`)).status, 400, query);
  assert.equal((await client.control('/_sandbox/truth/answer?task_id=x')).status, 404);
});

test('changes hold from their day, for their surface, until they are taken back', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/clock', { now: '2026-12-10T09:00:00Z' });
  const before = await readChances(client);
  const brand = before.brands.find(({ named }) => named > 0.15 && named < 0.8);
  assert.ok(brand);
  const namedOf = (chances: Chances) => chances.brands.find(({ domain }) => domain === brand.domain)?.named ?? 0;
  const change = (body: unknown) => client.control('/_sandbox/assistants', body);
  await change({ surface: 'chat_gpt', shift: { domain: brand.domain, points: 12 }, from: '2026-12-12' });
  const shifted = await readChances(client, { date: '2026-12-12' });
  await fetch(`${client.sandbox.url}/_sandbox/assistants`, { method: 'DELETE' });
  assert.ok(Math.abs(namedOf(shifted) - namedOf(await readChances(client, { date: '2026-12-12' })) - 0.12) < 1e-9);
  await change({ model: 'gpt-6', from: '2026-12-13' });
  await change({ refusal_rate: 0.3, surface: 'chat_gpt', from: '2026-12-10', until: '2026-12-11' });
  assert.deepEqual(
    [(await readChances(client)).refusal, (await readChances(client, { date: '2026-12-11' })).refusal],
    [0.3, before.refusal],
  );
  assert.deepEqual([(await readChances(client)).model, (await readChances(client, { date: '2026-12-13' })).model], [before.model, 'gpt-6']);
  await client.control('/_sandbox/clock', { now: '2026-12-13T09:00:00Z' });
  const answer = await askOne(client, LIVE, QUESTION);
  assert.deepEqual([answer.result?.[0]?.['model'], (await readTrue(client, answer.id)).model], ['gpt-6', 'gpt-6']);
  await change({ drift: 0 });
  assert.equal(namedOf(await readChances(client, { date: '2026-12-20' })), namedOf(await readChances(client, { date: '2027-01-20' })));
  const { body } = await client.control<{ drift: number; models: unknown[]; refusals: unknown[]; shifts: unknown[] }>(
    '/_sandbox/assistants',
  );
  assert.deepEqual([body.drift, body.models.length, body.refusals.length, body.shifts.length], [0, 1, 1, 0]);
  await client.control('/_sandbox/reset', {});
  assert.deepEqual((await client.control('/_sandbox/assistants')).body, { drift: 1, models: [], refusals: [], shifts: [] });
  for (const wrong of [
    { surface: 'copilot', drift: 0 },
    { shift: { domain: brand.domain, points: 200 } },
    { drift: -1 },
    { from: 'soon' },
    { speed: 1 },
    { model: 'x', from: '2026-12-02', until: '2026-12-01' },
  ])
    assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong));
  assert.equal((await change({ shift: { domain: 'no-such-site.example', points: 5 } })).status, 404);
});

test('the same calls after a reset give the same answers, and no two calls the same', async (t) => {
  const client = await openSandbox(t);
  const now = '2026-12-10T09:00:00Z';
  const run = async () => {
    await client.control('/_sandbox/clock', { now });
    const texts: unknown[] = [];
    for (let call = 0; call < 12; call += 1) texts.push((await askOne(client, LIVE, QUESTION)).result?.[0]?.['markdown']);
    await client.control('/_sandbox/reset', {});
    return texts;
  };
  const first = await run();
  assert.equal(new Set(first).size, 12);
  assert.deepEqual(await run(), first);
});

test('faults come over each task of a call for itself, and the truth knows them', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/faults', { match: 'chat_gpt/llm_scraper', kind: 'refusal', rate: 0.3 });
  const posted =
    (
      await client.ask(
        POST,
        Array.from({ length: 100 }, () => QUESTION),
      )
    ).tasks ?? [];
  const truths = await Promise.all(posted.map(({ id }) => readTrue(client, id)));
  const refused = truths.filter(({ faults }) => faults.includes('refusal'));
  assert.ok(refused.length > 15 && refused.length < 45, String(refused.length));
  assert.ok(refused.every(({ state, brands, cited }) => state === 'refused' && brands.length === 0 && cited?.length === 0));
  const { body } = await client.control<{ faults: { hits: number }[] }>('/_sandbox/faults');
  assert.equal(body.faults[0]?.hits, refused.length);
  assert.equal((await askOne(client, LIVE.replace('chat_gpt', 'gemini'), QUESTION)).status_code, 20_000);

  await client.control('/_sandbox/faults', {});
  const check = async (kind: string, isSo: (row: Readonly<Record<string, unknown>>, truth: True) => boolean): Promise<void> => {
    await client.control('/_sandbox/faults', { match: LIVE, kind, count: 1 });
    const { id, cost, result } = await askOne(client, LIVE, { ...QUESTION, force_web_search: true });
    assert.ok(isSo(result?.[0] ?? {}, await readTrue(client, id)), `${kind} ${JSON.stringify(result?.[0]).slice(0, 500)}`);
    assert.equal(cost, 0.004);
    await client.control('/_sandbox/faults', {});
  };
  await check('empty_answer', (row) => row['markdown'] === null && row['items_count'] === 0);
  await check('no_sources', (row) => Array.isArray(row['sources']) && row['sources'].length === 0 && row['markdown'] !== null);
  await check('null_sources', (row) => row['sources'] === null && row['search_results'] === null && row['markdown'] !== null);
  await check('cut_answer', (row, truth) => row['markdown'] === truth.markdown && !/[.)|]$/u.test(truth.markdown.trim()));
  await check('wrong_language', (_row, truth) => truth.language_code !== 'en');
});

test('calls to assistants are in the record of calls as all others', async (t) => {
  const client = await openSandbox(t);
  await askOne(client, LIVE, QUESTION);
  await client.ask(POST, [QUESTION, QUESTION]);
  const { body } = await client.control<{ by_endpoint: Record<string, number>; cost_usd: number; paid_tasks: number }>('/_sandbox/calls');
  assert.deepEqual([body.by_endpoint[LIVE], body.by_endpoint[POST], body.cost_usd, body.paid_tasks], [1, 1, 0.0064, 3]);
  const span = { datetime_from: '2020-01-01 00:00:00 +00:00', datetime_to: '2100-01-01 00:00:00 +00:00', include_metadata: true };
  const [list] = (await client.ask('/v3/ai_optimization/id_list', [span])).tasks ?? [];
  assert.equal(list?.result?.length, 3);
});
