import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { ApiClient } from '../support/api-client.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const POST = '/v3/serp/google/organic/task_post';
/** One page of ten, and the nine after it, out of the queue. */
const PAGE_USD = 0.00465;

interface Task {
  readonly task_id: string;
  readonly status: string;
  readonly total_keywords: number;
  readonly completed_keywords: number;
  readonly failed_keywords: number;
  readonly total_cost: number;
  readonly completed_at: string | null;
  readonly results: readonly Record<string, any>[];
}

async function makeProject({ api }: Pick<TestApp, 'api'>, name: string): Promise<string> {
  const projectId: string = (await api.post('/api/projects', { name, organization_id: `org_${name}` })).body.project_id;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'invoicenest.com', name: 'We', skip_onboarding: true });
  return projectId;
}

async function waitForTask(api: ApiClient, taskId: string): Promise<Task> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(50)) {
    const { status, body } = await api.get<Task>(`/api/serp/tasks/${taskId}`);
    assert.equal(status, 200);
    assert.ok(['pending', 'processing', 'completed', 'failed'].includes(body.status));
    assert.equal(body.results.length, body.completed_keywords);
    if (body.completed_keywords === body.total_keywords && body.completed_at !== null) return body;
  }
  return assert.fail(`${taskId} has not ended`);
}

test('SERP tasks in the whole service', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const projectId = await makeProject(app, 'tasks');
  const order = async (keywords: readonly object[], more: object = {}): Promise<Task> => {
    const made = await api.post('/api/serp/tasks/create', { project_id: projectId, keywords, ...more });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.match(made.body.task_id, /^task_/u);
    assert.deepEqual([made.body.status, made.body.completed_keywords], ['pending', 0]);
    return await waitForTask(api, made.body.task_id);
  };
  const countPosted = async (): Promise<number> => {
    const { body } = await sandbox.get('/_sandbox/calls');
    const posts = (body.entries as { path: string; body: string }[]).filter(({ path }) => path === POST);
    return posts.reduce((sum, post) => sum + JSON.parse(post.body).length, 0);
  };

  await t.test('brings the true positions of keywords that are not tracked, from the queue', async () => {
    const keywords = [
      { keyword: 'invoicing software', device: 'desktop' },
      { keyword_text: 'invoicing software', device: 'mobile' },
      { keyword: 'invoice generator', location_code: 2826 },
      { keyword: 'bcdfghjklmnp' },
    ];
    const task = await order(keywords);
    assert.deepEqual([task.status, task.total_keywords, task.failed_keywords], ['completed', 4, 0]);
    for (const result of task.results) {
      const { keyword, device } = result;
      const query = new URLSearchParams({ keyword, device, location_code: String(result['location_code']) });
      const { body: truth } = await sandbox.get(`/_sandbox/truth/serp?${query.toString()}`);
      const own = truth.items.find((item: any) => item.type === 'organic' && /(^|\.)invoicenest\.com$/u.test(item.domain ?? ''));
      assert.equal(result['status'], own === undefined ? 'not_found' : 'ranked');
      assert.deepEqual([result['position'], result['rank_absolute']], [own?.rank_group ?? null, own?.rank_absolute ?? null]);
      assert.equal(result['results_count'], truth.items.length);
      assert.equal(result['error'], null);
    }
    assert.deepEqual([task.results[0]?.['matched_domain'], task.results[3]?.['results_count']], ['invoicenest.com', 0]);
    const { rows } = await app.app.context.postgres.query<Record<string, unknown>>(
      'select run_id, project_id, workflow_type, sum(cost_usd) as cost from api_costs group by 1, 2, 3',
    );
    const cost = (await sandbox.get('/_sandbox/calls')).body.cost_usd;
    assert.deepEqual(rows, [{ runId: task.task_id, projectId, workflowType: 'serp-task', cost }]);
    assert.equal(task.total_cost, cost);
  });

  await t.test('the same page is read once, and within the hour not again', async () => {
    const before = await countPosted();
    const task = await order([
      { keyword: 'billing app' },
      { keyword: 'Billing App', target_domain: 'https://www.ledgerwise.app/x' },
      { keyword: 'invoicing software' },
    ]);
    assert.equal((await countPosted()) - before, 1);
    assert.deepEqual(
      task.results.map((result) => [result['cost'], result['cached'], result['target_domain']]),
      [
        [PAGE_USD, false, task.results[0]?.['target_domain']],
        [0, true, 'ledgerwise.app'],
        [0, true, 'invoicenest.com'],
      ],
    );
    assert.equal(task.total_cost, PAGE_USD);
  });

  await t.test('keywords that fail carry the reason, and a task of which nothing is answered has failed', async () => {
    await sandbox.post('/_sandbox/faults', { match: POST, kind: 'task_40501' });
    const half = await order([{ keyword: 'first word' }, { keyword: 'second word' }]);
    assert.deepEqual([half.status, half.completed_keywords, half.failed_keywords], ['completed', 2, 1]);
    const failed = half.results.find((result) => result['status'] === 'failed');
    assert.deepEqual([failed?.['success'], failed?.['position'], failed?.['run_id']], [false, null, null]);
    assert.match(failed?.['error'], /40501/u);
    await sandbox.post('/_sandbox/faults', {});

    await api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    const stopped = await order([{ keyword: 'third word' }]);
    await api.put('/api/admin/config', { budgets: { daily_usd: null } });
    assert.deepEqual([stopped.status, stopped.results[0]?.['error']], ['failed', 'budget_exceeded']);
  });

  await t.test('a provider that fails for all tries makes the task fail, and one that fails for a while does not', async () => {
    await sandbox.post('/_sandbox/faults', { match: POST, kind: 'http_500', count: 2 });
    assert.equal((await order([{ keyword: 'fourth word' }])).status, 'completed');
    await sandbox.post('/_sandbox/faults', { match: POST, kind: 'provider_40200' });
    const failed = await order([{ keyword: 'fifth word' }]);
    await sandbox.post('/_sandbox/faults', {});
    assert.equal(failed.status, 'failed');
    assert.match(failed.results[0]?.['error'], /40200/u);
  });

  await t.test('results of a large task are read in pages', async () => {
    const many = Array.from({ length: 120 }, (_none, at) => ({ keyword: `long list ${at}`, depth: 10 }));
    const task = await order(many);
    assert.equal(task.results.length, 120);
    const { body } = await api.get(`/api/serp/tasks/${task.task_id}?limit=50&offset=100`);
    assert.deepEqual([body.results.length, body.pagination.has_more, body.pagination.total], [20, false, 120]);
    assert.equal(body.results[0].keyword, 'long list 100');
  });
});

test('orders are checked before anything is done', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const projectId = await makeProject(app, 'orders');
  const create = (body: object, headers: Record<string, string> = {}) => api.post('/api/serp/tasks/create', body, headers);

  await t.test('a dry run shows the price and orders nothing', async () => {
    const body = { project_id: projectId, keywords: [{ keyword: 'a' }, { keyword: 'A' }, { keyword: 'b' }], dry_run: true };
    const answer = await create(body);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.estimate, { calls: 2, cost_usd: 2 * PAGE_USD });
    const { rows } = await app.app.context.postgres.query('select id from serp_tasks');
    assert.deepEqual(rows, []);
  });

  await t.test('wrong input is named, all of it', async () => {
    const many = Array.from({ length: 1_001 }, () => ({ keyword: 'x' }));
    const cases: [object, RegExp][] = [
      [{ keywords: [{ keyword: 'a' }] }, /project_id is required/u],
      [{ project_id: projectId }, /keywords is required/u],
      [{ project_id: projectId, keywords: [] }, /keywords/u],
      [{ project_id: projectId, keywords: many }, /keywords/u],
      [
        { project_id: projectId, keywords: [{ keyword: 'a', device: 'tablet' }, { location_code: 1 }] },
        /keywords\[0\]\.device.*keywords\[1\]\.keyword/u,
      ],
      [{ project_id: projectId, keywords: [{ keyword: 'a', engine: 'engine_b', channel: 'local' }] }, /keywords\[0\]\.engine/u],
    ];
    for (const [body, message] of cases) {
      const answer = await create(body);
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100));
      assert.match(answer.body.message, message);
    }
  });

  await t.test("another organization's projects and tasks are not found", async () => {
    const made = await create({ project_id: projectId, keywords: [{ keyword: 'ours' }] });
    const theirs = await app.withKey({ organization_id: 'org_theirs' });
    const refused = await theirs.post('/api/serp/tasks/create', { project_id: projectId, keywords: [{ keyword: 'a' }] });
    assert.deepEqual([refused.status, refused.body.error], [404, 'Project not found']);
    for (const taskId of [made.body.task_id, 'task_unknown']) {
      const unseen = await theirs.get(`/api/serp/tasks/${taskId}`);
      assert.deepEqual([unseen.status, unseen.body.error], [404, 'Task not found']);
    }
    await waitForTask(api, made.body.task_id);
  });

  await t.test('the same order under one Idempotency-Key is one task', async () => {
    const body = { project_id: projectId, keywords: [{ keyword: 'once' }] };
    const [first, second] = await Promise.all([1, 2].map(() => create(body, { 'idempotency-key': 'order-1' })));
    assert.equal(first?.body.task_id, second?.body.task_id);
    assert.equal((await create({ ...body, device: 'mobile' }, { 'idempotency-key': 'order-1' })).status, 409);
    await waitForTask(api, first?.body.task_id);
  });

  await t.test('without credentials nothing is ordered', async () => {
    const { searchData } = app.app.context;
    Object.assign(searchData, { isConfigured: false });
    const answer = await create({ project_id: projectId, keywords: [{ keyword: 'a' }] });
    Object.assign(searchData, { isConfigured: true });
    assert.deepEqual([answer.status, answer.body.error], [503, 'DataForSEO credentials not configured']);
  });
});
