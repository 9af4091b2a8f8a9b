import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, connectAssistant } from '../support/assistant-client.ts';
import { listPlanted, listReading, listRefused, listSpending, ORDERS, type Ask, type Question } from '../support/assistant-questions.ts';
import { makeAssistantWorld, ORGANIZATION } from '../support/assistant-world.ts';
import { track } from '../support/rankings-api.ts';
import { findTwins, waitForEnd } from '../support/tracked-apps.ts';

const CALLS_MAX = 4;
const TOKENS_MAX = 15_000;
/** Together with those of the world. */
const MORE = ['invoice generator', 'invoice app for freelancers', 'send an invoice'];

test('forty questions to an assistant, answered by a script as a good one would', async (t) => {
  const world = await makeAssistantWorld(t);
  const { app, projectId } = world;
  await track(app, projectId, MORE);
  const { keywords } = (await app.api.get(`/api/project-keywords?project_id=${projectId}&limit=50`)).body;
  const words: string[] = keywords.map(({ keyword }: any) => keyword);
  const made = await app.api.post('/api/admin/api-keys', {
    name: 'assistant',
    scopes: ['read', 'write'],
    tier: 'enterprise',
    organization_id: ORGANIZATION,
    monthly_usd: 3,
    approval_above_usd: 0.5,
  });
  const client = await connectAssistant(t, app.url, made.body.key, { headers: { 'x-sightline-toolsets': 'all' } });
  const list = tokensOf((await client.listTools()).tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
  const asked: { readonly words: string; readonly calls: number; readonly tokens: number }[] = [];

  const answerAll = async (questions: readonly Question[], count: number): Promise<void> => {
    assert.equal(questions.length, count);
    for (const { words: question, answer } of questions) {
      let [calls, tokens] = [0, list + tokensOf(question)];
      const ask: Ask = async (tool, input = {}) => {
        const given = await callTool(client, tool, input);
        calls += 1;
        tokens += tokensOf(input) + tokensOf(given);
        return given;
      };
      await answer(ask).catch((error: unknown) => assert.fail(`${question} ${String(error)}`));
      asked.push({ words: question, calls, tokens });
    }
  };
  const readLedger = async () =>
    (
      await app.stores.postgres.query<{ count: number; sum: number }>(
        'select count(*)::int as count, coalesce(sum(cost_usd), 0)::float8 as sum from api_costs where api_key_id = $1',
        [made.body.id],
      )
    ).rows[0];

  await t.test('twenty that read are answered as the world is, and cost nothing', async () => {
    await answerAll(listReading(world, words), 20);
    assert.deepEqual(await readLedger(), { count: 0, sum: 0 });
  });

  await t.test('six that must be refused or asked back buy nothing', async () => {
    await answerAll(listRefused(world), 6);
    assert.deepEqual(await readLedger(), { count: 0, sum: 0 });
  });

  await t.test('eight purchases cost at most what their quotes said', async () => {
    await answerAll(listSpending(world), 8);
    const { rows } = await app.stores.postgres.query<{ sum: number; count: number }>(
      `select sum(cost_usd)::float8 as sum, count(*)::int as count from assistant_quotes where key_id = $1 and status = 'bought'`,
      [made.body.id],
    );
    assert.equal(rows[0]?.count, 8);
    assert.ok((await readLedger())!.sum <= (rows[0]?.sum ?? 0) + 1e-9, JSON.stringify([rows, await readLedger()]));
  });

  await t.test('six that read what was planted show it in quoted alone, and buy nothing', async () => {
    const before = await readLedger();
    const day = app.app.context.clock.now().toISOString().slice(0, 10);
    await app.api.post('/api/annotations', { scope: 'project', project_id: projectId, date: day, text: ORDERS });
    const [apple] = await findTwins(app);
    const tracked = await app.api.post('/api/apps/track', { project_id: projectId, app_id: apple.appId, platform: 'store_a' });
    await waitForEnd(app, tracked.body.orchestration.workflow_id);
    await app.stores.postgres.query('update apps set title = $1', [ORDERS]);
    const { hits } = await callTool(client, 'find', { q: 'ignore' });
    assert.deepEqual([hits[0]?.type, hits[0]?.label, hits[0]?.quoted], ['app', null, ORDERS]);
    await answerAll(listPlanted(world, keywords[0].keyword_id ?? keywords[0].id), 6);
    assert.deepEqual(await readLedger(), before);
  });

  const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  const figures = {
    questions: asked.length,
    calls: median(asked.map(({ calls }) => calls)),
    tokens: median(asked.map(({ tokens }) => tokens)),
    most: Math.max(...asked.map(({ tokens }) => tokens)),
  };
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.questions === 40 && figures.calls <= CALLS_MAX && figures.tokens <= TOKENS_MAX, JSON.stringify(figures));
});

function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
}
