import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TIER1_PROMPT } from '../support/llm-bench.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';

const LIVE = '/v3/serp/google/organic/live/advanced';
const TASK = { keyword: 'invoicing software', location_code: 2840, language_code: 'en', depth: 10 };

async function readLedger({ app }: TestApp) {
  const { rows } = await app.context.postgres.query<Record<string, any>>(
    'select service, endpoint, cost_usd, task_id, workflow_type, api_key_id, success from api_costs order by created_at, id',
  );
  return rows;
}

const askedOf = async ({ sandbox }: TestApp): Promise<{ total: number; cost_usd: number; entries: { path: string; body: string }[] }> =>
  (await sandbox.get('/_sandbox/calls')).body;

test('calls of the provider as an operator words them', async (t) => {
  const app = await startTestApp(t);
  const relay = (body: object) => app.api.post('/debug/dataforseo', body);

  await t.test('are answered as the provider answers, and booked once per task', async () => {
    for (const endpoint of [LIVE, 'serp/google/organic/live/advanced']) {
      const { status, body, headers } = await relay({ endpoint, payload: [TASK] });
      assert.deepEqual([status, body.status_code, body.tasks_count, body.tasks[0].data.keyword], [200, 20_000, 1, TASK.keyword]);
      assert.ok(body.tasks[0].result[0].items.length > 0);
      assert.equal(headers.get('x-cost-usd'), '0.002');
    }
    const posted = await relay({ endpoint: '/v3/serp/google/organic/task_post', payload: [TASK, { ...TASK, tag: 'mine' }] });
    assert.deepEqual(
      posted.body.tasks.map((task: any) => task.status_code),
      [20_100, 20_100],
    );
    const rows = await readLedger(app);
    assert.deepEqual(
      rows.map((row) => [row['service'], row['costUsd'], row['workflowType']]),
      [
        ['provider_serp', 0.002, 'debug'],
        ['provider_serp', 0.002, 'debug'],
        ['provider_serp', 0.0006, 'debug'],
        ['provider_serp', 0.0006, 'debug'],
      ],
    );
    assert.equal(new Set(rows.map((row) => row['taskId'])).size, 4);
    assert.ok(rows.every((row) => row['apiKeyId'] !== null));
    assert.equal((await askedOf(app)).cost_usd, 0.0052);
    const sent = (await askedOf(app)).entries.map(({ body }) => JSON.parse(body)[0]);
    assert.match(sent[0].tag, /^spend_/u, 'so that a lost answer can be looked up');
  });

  await t.test('say what the provider refused, and cost nothing then', async () => {
    const { status, body } = await relay({ endpoint: LIVE, payload: [{ ...TASK, depth: 5_000 }] });
    assert.deepEqual([status, body.tasks[0].status_code, body.tasks[0].cost], [200, 40_501, 0]);
    await app.sandbox.post('/_sandbox/faults', { match: LIVE, kind: 'provider_40200', count: 1 });
    assert.equal((await relay({ endpoint: LIVE, payload: [TASK] })).body.status_code, 40_200);
    const rows = await readLedger(app);
    assert.deepEqual(
      rows.slice(4).map((row) => [row['costUsd'], row['success']]),
      [
        [0, 0],
        [0, 0],
      ],
    );
  });

  await t.test('may be free, and then leave no row', async () => {
    const before = (await readLedger(app)).length;
    const account = await relay({ endpoint: '/v3/appendix/user_data' });
    assert.equal(account.body.tasks[0].result[0].login, 'sandbox');
    const ready = await relay({ endpoint: '/v3/serp/google/organic/tasks_ready' });
    assert.equal(ready.body.status_code, 20_000);
    assert.equal((await readLedger(app)).length, before);
  });

  await t.test('go to known endpoints only, with as much as they take', async () => {
    const { total } = await askedOf(app);
    const cases: [object, RegExp][] = [
      [{ endpoint: 'https://example.com/v3/serp', payload: [TASK] }, /endpoint must be/u],
      [{ endpoint: '/v3/serp/google/organic/live/advanced/../../../../_sandbox/reset', payload: [TASK] }, /endpoint must be/u],
      [{ endpoint: '/v3/serp/google/organic/live/advanced?x=1', payload: [TASK] }, /endpoint must be/u],
      [{ endpoint: '/_sandbox/faults', payload: [{}] }, /endpoint must be/u],
      [{ payload: [TASK] }, /endpoint is required/u],
      [{ endpoint: LIVE, payload: [] }, /payload must hold at least one/u],
      [{ endpoint: LIVE, payload: [TASK, TASK] }, /payload must hold at most 1 task/u],
      [{ endpoint: '/v3/appendix/user_data', payload: [TASK] }, /payload must be empty/u],
      [{ endpoint: LIVE, payload: { ...TASK } }, /payload/u],
    ];
    for (const [body, message] of cases) {
      const answer = await relay(body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.match(answer.body.message, message);
    }
    assert.equal((await askedOf(app)).total, total);
  });

  await t.test('are held by budgets, all or none, and can be priced before', async () => {
    const { total } = await askedOf(app);
    const priced = await relay({ endpoint: LIVE, payload: [TASK], dry_run: true });
    assert.deepEqual([priced.body.dry_run, priced.body.estimate.calls], [true, 1]);
    assert.ok(priced.body.estimate.cost_usd >= 0.002);
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: 0.02 } });
    const payload = [TASK, TASK, TASK];
    const refused = await relay({ endpoint: '/v3/serp/google/organic/task_post', payload });
    assert.deepEqual([refused.status, refused.body.error], [402, 'Budget exceeded']);
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: 0 } });
    assert.equal((await relay({ endpoint: LIVE, payload: [TASK] })).status, 402);
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
    assert.equal((await askedOf(app)).total, total);
    const { rows } = await app.app.context.postgres.query('select id from spend_reservations');
    assert.deepEqual(rows, []);
  });

  await t.test('need an admin key that is not bound', async () => {
    const user = await app.withKey({ scopes: ['read', 'write'] });
    const bound = await app.withKey({ scopes: ['admin'], organization_id: 'org_bound' });
    for (const client of [user, bound]) {
      assert.equal((await client.post('/debug/dataforseo', { endpoint: LIVE, payload: [TASK] })).status, 403);
      assert.equal((await client.get('/api/admin/dataforseo/tasks/x')).status, 403);
    }
  });
});

test('a task of the provider is shown by our ledger and by the record of the provider', async (t) => {
  const app = await startTestApp(t);
  const find = async (taskId: string) => (await app.api.get(`/api/admin/dataforseo/tasks/${taskId}`)).body;
  const projectId: string = (await app.api.post('/api/projects', { name: 'Tasks', organization_id: 'org_tasks' })).body.project_id;
  const { task_id: serpTask } = (
    await app.api.post('/api/serp/tasks/create', { project_id: projectId, keywords: [{ keyword: 'invoicing software', depth: 10 }] })
  ).body;
  await app.app.context.workflows.waitFor(serpTask, PATIENCE_MS);
  const [row] = await readLedger(app);
  const taskId: string = row?.['taskId'];

  await t.test('one of ours, with what it was for', async () => {
    const task = await find(taskId);
    assert.deepEqual([task.status, task.status_code, task.cost_usd, task.provider.cost_usd], ['completed', 20_000, 0.0006, 0.0006]);
    assert.deepEqual([task.costs[0].project_id, task.costs[0].run_id], [projectId, serpTask]);
    assert.deepEqual([task.check.keyword, task.check.status, task.check.dispatch_id], ['invoicing software', 'completed', serpTask]);
    assert.ok(Date.parse(task.provider.done_at) >= Date.parse(task.provider.posted_at) - 1_000);
  });

  await t.test('one that waits, also when only the provider knows it', async () => {
    await app.sandbox.post('/_sandbox/queue', { delay_ms: 60_000 });
    const posted = await fetch(`${app.app.context.config.dataforseo.baseUrl}/v3/serp/google/organic/task_post`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('else:where')}`, 'content-type': 'application/json' },
      body: JSON.stringify([TASK]),
    });
    const { tasks } = (await posted.json()) as { tasks: { id: string }[] };
    const task = await find(tasks[0]?.id ?? '');
    assert.deepEqual([task.status, task.costs, task.cost_usd, task.check], ['pending', [], 0, null]);
    assert.equal(task.provider.cost_usd, 0.0006);
  });

  await t.test('a provider that cannot be asked leaves our side', async () => {
    await app.sandbox.post('/_sandbox/faults', { match: '/id_list', kind: 'http_500' });
    const task = await find(taskId);
    await app.sandbox.post('/_sandbox/faults', {});
    assert.deepEqual([task.status, task.provider, task.cost_usd], ['unknown', null, 0.0006]);
    assert.match(task.warning, /500/u);
  });

  await t.test('beside it, the newest failure of the language model shows in the health until a call works', async (own) => {
    const { clock, llm } = app.app.context;
    let passedMs = 0;
    own.mock.method(clock, 'realNow', () => Date.now() + passedMs);
    const ask = () => llm.ask({ source: 'api' }, TIER1_PROMPT, 'shopvervuhausen.com');
    const readHealth = async () => {
      passedMs += 1_000;
      const { status, checks } = (await app.anonymous.get('/health')).body;
      return [status, checks.llm.status, checks.llm.detail];
    };
    assert.deepEqual(await readHealth(), ['ok', 'ok', 'sandbox: every outside source is simulated']);
    await app.sandbox.post('/_sandbox/faults', { match: 'models.sandbox', kind: 'http_500', count: 1 });
    await assert.rejects(ask());
    await waitUntil(
      async () => isDeepStrictEqual(await readHealth(), ['degraded', 'degraded', 'answers with an error']),
      'the health to know of the failure',
    );
    assert.equal((await ask()).value.tier1_type, 'commerce');
    // A check that takes long is answered with what was known.
    await waitUntil(async () => isDeepStrictEqual((await readHealth()).slice(0, 2), ['ok', 'ok']), 'the health to know of the call');
  });

  await t.test('an unknown one is not found', async () => {
    for (const id of ['nonsense', '01020304-1535-0139-0000-0123456789ab']) {
      const { status, body } = await app.api.get(`/api/admin/dataforseo/tasks/${id}`);
      assert.deepEqual([status, body.error], [404, 'Task not found']);
    }
  });
});

test('the status of the ads planner shows what is left of the account, and asks once a minute', async (t) => {
  const app = await startTestApp(t);
  const user = await app.withKey({ scopes: ['read'] });
  await app.sandbox.post('/_sandbox/clock', { now: '2030-03-20T00:00:00Z' });
  const [first, second] = [await user.get('/api/engine_a-ads-status'), await user.get('/api/engine_a-ads-status')];
  assert.equal(first.status, 200);
  assert.deepEqual(first.body, {
    success: true,
    status: 'ok',
    credits_remaining: 1_000,
    daily_limit: null,
    last_month: { year: 2030, month: 2 },
    updated_on: '2030-03-12',
  });
  assert.deepEqual(second.body, first.body);
  const bound = await app.withKey({ scopes: ['read', 'admin'], organization_id: 'org_tenant' });
  const { body: shown } = await bound.get('/api/engine_a-ads-status');
  assert.deepEqual(shown, { ...first.body, credits_remaining: null }, 'the account is not the business of a tenant');
  assert.equal((await askedOf(app)).total, 2);
  assert.deepEqual(await readLedger(app), [], 'it is free');
});

test('an account that is refused is shown as a failure, and by the relay in the words of the provider', async (t) => {
  const app = await startTestApp(t);
  await app.sandbox.post('/_sandbox/faults', { kind: 'provider_40100' });
  const status = await app.api.get('/api/engine_a-ads-status');
  assert.equal(status.status, 502, JSON.stringify(status.body));
  assert.match(status.body.hint, /DATAFORSEO_PASSWORD/u);
  const relayed = await app.api.post('/debug/dataforseo', { endpoint: LIVE, payload: [TASK] });
  assert.deepEqual([relayed.status, relayed.body.status_code, relayed.body.tasks], [200, 40_100, null]);
});
