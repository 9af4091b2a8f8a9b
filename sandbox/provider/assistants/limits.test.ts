import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox, US_ENGLISH, type SandboxClient } from '../../../test/support/sandbox-client.ts';

type Task = Readonly<Record<string, unknown>>;

const CHAT_GPT = '/v3/ai_optimization/chat_gpt/llm_scraper';
const GEMINI = '/v3/ai_optimization/gemini/llm_scraper';
const AI_MODE = '/v3/serp/google/ai_mode';
const MODELS = '/v3/ai_optimization/chat_gpt/llm_responses/live';
const MENTIONS = '/v3/ai_optimization/llm_mentions/search/live';
const QUESTION = { keyword: 'best invoicing software', ...US_ENGLISH };
const PROMPT = { user_prompt: 'best invoicing software', model_name: 'gpt-5' };

const askAll = async ({ ask }: SandboxClient, path: string, tasks: readonly Task[]) => (await ask(path, tasks)).tasks ?? [];
const askOne = async (client: SandboxClient, path: string, task: Task) => {
  const [answer] = await askAll(client, path, [task]);
  assert.ok(answer);
  return answer;
};

test('a post takes a hundred tasks, a live call one', async (t) => {
  const client = await openSandbox(t);
  for (const path of [CHAT_GPT, GEMINI, AI_MODE]) {
    const hundred = await askAll(
      client,
      `${path}/task_post`,
      Array.from({ length: 100 }, () => QUESTION),
    );
    assert.deepEqual([hundred.length, hundred.every(({ status_code: code }) => code === 20_100)], [100, true], path);
    const tooMany = await askAll(
      client,
      `${path}/task_post`,
      Array.from({ length: 101 }, () => QUESTION),
    );
    assert.ok(
      tooMany.every(({ status_code: code, cost }) => code === 40_006 && cost === 0),
      path,
    );
    const two = await askAll(client, `${path}/live/advanced`, [QUESTION, QUESTION]);
    assert.ok(
      two.every(({ status_code: code, cost }) => code === 40_000 && cost === 0),
      path,
    );
  }
  for (const [path, task] of [
    [MODELS, PROMPT],
    [MENTIONS, { target: [{ domain: 'invoicenest.com' }] }],
  ] as const)
    assert.ok((await askAll(client, path, [task, task])).every(({ status_code: code }) => code === 40_000));
});

test('prompts are as long as each way of asking allows', async (t) => {
  const client = await openSandbox(t);
  const cases = [
    [`${CHAT_GPT}/live/advanced`, (keyword: string) => ({ ...QUESTION, keyword }), 2_000],
    [`${GEMINI}/live/advanced`, (keyword: string) => ({ ...QUESTION, keyword }), 2_000],
    [`${AI_MODE}/live/advanced`, (keyword: string) => ({ ...QUESTION, keyword }), 700],
    [MODELS, (user_prompt: string) => ({ ...PROMPT, user_prompt }), 500],
  ] as const;
  for (const [path, toTask, most] of cases) {
    assert.equal((await askOne(client, path, toTask('x'.repeat(most)))).status_code, 20_000, path);
    const tooLong = await askOne(client, path, toTask('x'.repeat(most + 1)));
    assert.deepEqual([tooLong.status_code, tooLong.cost], [40_501, 0], path);
    assert.equal((await askOne(client, path, toTask(' '))).status_code, 40_501, path);
  }
});

test('fields that are unknown, missing or do not go together are refused, and cost nothing', async (t) => {
  const client = await openSandbox(t);
  const scraper = `${CHAT_GPT}/live/advanced`;
  const target = [{ domain: 'invoicenest.com' }];
  const cases: readonly (readonly [path: string, task: Task, code: number])[] = [
    [scraper, { ...QUESTION, device: 'desktop' }, 40_506],
    [scraper, { keyword: 'x', language_code: 'en' }, 40_501],
    [scraper, { ...QUESTION, location_code: 1 }, 40_501],
    [scraper, { ...QUESTION, expand_citations: true }, 40_501],
    [`${GEMINI}/live/advanced`, { ...QUESTION, force_web_search: true }, 40_506],
    [`${CHAT_GPT}/task_post`, { ...QUESTION, postback_url: 'http://127.0.0.1:9/' }, 40_501],
    [MODELS, { ...PROMPT, model_name: 'gpt-2' }, 40_501],
    [MODELS, { user_prompt: 'x' }, 40_501],
    [MODELS, { ...PROMPT, force_web_search: true }, 40_501],
    [MODELS, { ...PROMPT, model_name: 'o3-mini', web_search: true }, 40_501],
    [MODELS, { ...PROMPT, web_search: true, web_search_city: 'London' }, 40_501],
    [MODELS, { ...PROMPT, max_output_tokens: 100 }, 40_501],
    [MODELS.replace('chat_gpt', 'perplexity'), { ...PROMPT, model_name: 'sonar', web_search: true }, 40_506],
    [MENTIONS, { target: [] }, 40_501],
    [MENTIONS, { target: [{ domain: 'a.com', keyword: 'a' }] }, 40_501],
    [MENTIONS, { target: [{ domain: 'a.com', search_scope: ['answer'] }] }, 40_501],
    [MENTIONS, { target: [{ domain: 'a.com', search_filter: 'exclude' }] }, 40_501],
    [MENTIONS, { target: Array.from({ length: 11 }, () => target[0]) }, 40_501],
    [MENTIONS, { target, limit: 1_001 }, 40_501],
    [
      MENTIONS,
      { target, filters: Array.from({ length: 17 }, (_none, at) => (at % 2 === 0 ? ['ai_search_volume', '>', 1] : 'and')) },
      40_501,
    ],
    [MENTIONS, { target, platform: 'chat_gpt', location_code: 2276, language_code: 'de' }, 40_501],
    [MENTIONS, { target, search_after_token: 'x' }, 40_501],
  ];
  for (const [path, task, code] of cases) {
    const answer = await askOne(client, path, task);
    assert.deepEqual([answer.status_code, answer.cost, answer.result], [code, 0, null], `${path} ${JSON.stringify(task)}`);
  }
  const { body } = await client.control<{ cost_usd: number; paid_tasks: number }>('/_sandbox/calls');
  assert.deepEqual([body.cost_usd, body.paid_tasks], [0, 0]);
});

test('thirty calls at once are answered for each platform, and the next one is refused', async (t) => {
  const client = await openSandbox(t);
  const ask = async (platform: string, model_name: string): Promise<number> => {
    const { status_code: code } = await client.ask(`/v3/ai_optimization/${platform}/llm_responses/live`, [
      { user_prompt: 'x', model_name },
    ]);
    return code;
  };
  const open: Promise<unknown>[] = [];
  /** Calls that are never answered: they end with the sandbox. */
  const hold = async (count: number): Promise<void> => {
    await client.control('/_sandbox/faults', { match: MODELS, kind: 'timeout', count });
    for (let call = 0; call < count; call += 1) open.push(client.send(MODELS, [PROMPT]));
    for (let arrived = -1; arrived < count;) {
      const { body } = await client.control<{ faults: readonly { hits: number }[] }>('/_sandbox/faults');
      arrived = body.faults[0]?.hits ?? 0;
    }
    await client.control('/_sandbox/faults', {});
  };
  await hold(29);
  assert.deepEqual([await ask('chat_gpt', 'gpt-5'), await ask('claude', 'claude-sonnet-5')], [20_000, 20_000]);
  await hold(1);
  assert.deepEqual([await ask('chat_gpt', 'gpt-5'), await ask('claude', 'claude-sonnet-5')], [40_209, 20_000]);
  await client.sandbox.close();
  assert.ok((await Promise.allSettled(open)).every(({ status }) => status === 'rejected'));
});

test('each way of asking has its price, the log has their sum, and what fails costs nothing', async (t) => {
  const client = await openSandbox(t);
  const price = async (path: string, task: Task): Promise<number> => (await askOne(client, path, task)).cost;
  for (const path of [CHAT_GPT, GEMINI, AI_MODE]) {
    assert.equal(await price(`${path}/task_post`, QUESTION), 0.0012, path);
    assert.equal(await price(`${path}/task_post`, { ...QUESTION, priority: 2 }), 0.0024, path);
    assert.equal(await price(`${path}/live/advanced`, QUESTION), 0.004, path);
  }
  const models = await askOne(client, MODELS, { ...PROMPT, web_search: true });
  const spent = Number(models.result?.[0]?.['money_spent']);
  assert.equal(models.cost, Math.round((0.0006 + spent) * 1e6) / 1e6);
  const sonars = await Promise.all(
    Array.from({ length: 20 }, () => price(MODELS.replace('chat_gpt', 'perplexity'), { user_prompt: 'best crm', model_name: 'sonar-pro' })),
  );
  assert.ok(sonars.filter((cost) => cost > 0.005 && cost < 0.009).length >= 18, sonars.join(' '));
  const sonar = sonars.reduce((sum, cost) => sum + cost, 0);
  const mentions = await askOne(client, MENTIONS, { target: [{ domain: 'invoicenest.com' }], limit: 3 });
  assert.deepEqual([mentions.cost, mentions.result?.[0]?.['items_count']], [0.0103, 3]);
  const total = 3 * 0.0076 + models.cost + sonar + 0.0103;

  await client.control('/_sandbox/faults', { match: 'llm_', kind: 'provider_50301' });
  for (const [path, task] of [
    [`${CHAT_GPT}/live/advanced`, QUESTION],
    [`${CHAT_GPT}/task_post`, QUESTION],
    [MODELS, PROMPT],
  ] as const) {
    const failed = await askOne(client, path, task);
    assert.deepEqual([failed.status_code, failed.cost], [50_301, 0], path);
  }
  const { body } = await client.control<{ cost_usd: number }>('/_sandbox/calls');
  assert.equal(body.cost_usd, Math.round(total * 1e6) / 1e6);
});

test('a queued answer is paid for when it is posted, stays the same, and is fetched for nothing', async (t) => {
  const client = await openSandbox(t);
  for (const path of [CHAT_GPT, GEMINI, AI_MODE]) {
    const [first, second] = await askAll(client, `${path}/task_post`, [QUESTION, QUESTION]);
    await client.settle();
    const [ready] = (await client.ask(`${path}/tasks_ready`)).tasks ?? [];
    assert.deepEqual(new Set(ready?.result?.map(({ id }) => id)), new Set([first?.id, second?.id]));
    const fetchOne = async (id = '') => (await client.ask(`${path}/task_get/advanced/${id}`)).tasks?.[0];
    await client.control('/_sandbox/assistants', { model: 'other', drift: 0, refusal_rate: 1 });
    const [one, again, other] = [await fetchOne(first?.id), await fetchOne(first?.id), await fetchOne(second?.id)];
    assert.deepEqual([one?.status_code, one?.cost], [20_000, 0]);
    const textsOf = (task: typeof one) => JSON.stringify(task?.result?.map(({ datetime: _datetime, ...rest }) => rest));
    assert.equal(textsOf(one), textsOf(again));
    assert.notEqual(textsOf(one), textsOf(other));
    await fetch(`${client.sandbox.url}/_sandbox/assistants`, { method: 'DELETE' });
  }
});
