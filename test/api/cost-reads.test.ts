import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { makeSpending, updateBudgets } from '#areas/costs/index.ts';
import { makeClock } from '#kernel/clock.ts';
import type { SpendScope } from '#providers/metering.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused, type BadRequest } from '../support/bad-input.ts';
import { call, plan } from '../support/budget-fixture.ts';

const DAY_MS = 86_400_000;

interface Spend {
  readonly daysAgo?: number;
  readonly costUsd: number;
  readonly service?: string;
  readonly scope?: Partial<SpendScope>;
}

/** A ledger over 40 days: two organizations, a shared call, one without a project that pays. */
async function startWithLedger(t: TestContext) {
  const { api, withKey, stores } = await startAreaServer(t);
  const makeProject = async (name: string, organization: string): Promise<string> =>
    (await api.post('/api/projects', { name, organization_id: organization })).body.project_id;
  const [shop, blog, other] = [await makeProject('Shop', 'org_a'), await makeProject('Blog', 'org_a'), await makeProject('Other', 'org_b')];
  const clock = makeClock();
  const spending = makeSpending({ postgres: stores.postgres, clock, logger: pino({ level: 'silent' }) });
  const spend = async ({ daysAgo = 0, costUsd, service = 'provider_serp', scope = {} }: Spend): Promise<void> => {
    clock.shift(-daysAgo * DAY_MS);
    await spending.spend({ source: 'api', ...scope }, plan({ service }), call(costUsd));
  };
  await spend({ daysAgo: 40, costUsd: 0.4, scope: { projectId: shop, runId: 'wf_old' } });
  await spend({ daysAgo: 5, costUsd: 0.05, scope: { projectId: blog, runId: 'wf_1' } });
  await spend({ daysAgo: 1, costUsd: 0.01, scope: { projectId: other, runId: 'wf_other' } });
  await spend({ costUsd: 0.003, service: 'provider_keywords', scope: { projectId: shop, runId: 'wf_1', apiKeyId: 'key_1' } });
  await spend({ costUsd: 0.0005, scope: { projectIds: [shop, other], runId: 'wf_1', workflowType: 'serp-tracking' } });
  await spend({ costUsd: 0.001, service: 'scraper_basic' });
  return { api, withKey, stores, shop, blog, other, ours: withKey({ scopes: ['admin'], organizationId: 'org_a' }) };
}

test('costs are read by run, project, time and service', async (t) => {
  const { api, stores, shop, blog, other } = await startWithLedger(t);

  await t.test('the whole', async () => {
    const { stats } = (await api.get('/api/admin/costs')).body;
    assert.deepEqual(stats.all_time, { total_cost_usd: 0.4645, total_requests: 6, total_runs: 3, total_projects: 3 });
    assert.deepEqual([stats.today_cost_usd, stats.week_cost_usd, stats.month_cost_usd], [0.0045, 0.0645, 0.0645]);
    assert.deepEqual(
      stats.by_service.map(({ service, requests }: { service: string; requests: number }) => [service, requests]),
      [
        ['provider_serp', 4],
        ['provider_keywords', 1],
        ['scraper_basic', 1],
      ],
    );
  });

  await t.test('a run, with its calls, newest first, page by page', async () => {
    const { body } = await api.get('/api/admin/costs/run/wf_1?limit=2');
    assert.deepEqual([body.total_cost_usd, body.total_requests, body.total_projects, body.count], [0.0535, 3, 3, 2]);
    assert.deepEqual(body.pagination, { limit: 2, offset: 0, has_more: true, total: 4 });
    const { costs } = (await api.get('/api/admin/costs/run/wf_1')).body;
    const records = costs.map((record: Record<string, unknown>) => [record['project_id'], record['cost_usd'], record['request_count']]);
    assert.deepEqual(new Set(records.slice(0, 3).map(String)), new Set([`${shop},0.00025,1`, `${other},0.00025,0`, `${shop},0.003,1`]));
    assert.deepEqual(records[3], [blog, 0.05, 1]);
    assert.equal((await api.get('/api/admin/costs/run/wf_unknown')).body.error, 'Run not found');
  });

  await t.test('a project, whole and in a span', async () => {
    const { body } = await api.get(`/api/admin/costs/project/${shop}?minutes=1440`);
    assert.deepEqual([body.project_name, body.total_cost_usd, body.total_requests, body.total_runs], ['Shop', 0.40325, 3, 2]);
    assert.deepEqual([body.period.total_cost_usd, body.period.total_requests, body.count], [0.00325, 2, 2]);
    assert.deepEqual(
      body.by_service.map((row: { service: string }) => row.service),
      ['provider_keywords', 'provider_serp'],
    );
    assert.equal((await api.get('/api/admin/costs/project/proj_unknown')).body.error, 'Project not found');
  });

  await t.test('every project, most expensive first, and what none pays for', async () => {
    const { body } = await api.get('/api/admin/costs/by-project');
    const rows = body.projects.map((row: Record<string, unknown>) => [row['project_name'], row['total_cost_usd'], row['requests']]);
    assert.deepEqual(rows, [
      ['Shop', 0.40325, 3],
      ['Blog', 0.05, 1],
      ['Other', 0.01025, 2],
      [null, 0.001, 1],
    ]);
    const page = await api.get('/api/admin/costs/by-project?limit=1&offset=1&minutes=14400');
    assert.deepEqual([page.body.projects[0].project_name, page.body.pagination.total], ['Other', 4]);
  });

  await t.test('over time, by day, hour and minute, empty ones too', async () => {
    const days = (await api.get('/api/admin/costs/daily')).body;
    assert.deepEqual([days.days, days.granularity, days.daily.length, days.total_cost_usd], [30, 'day', 30, 0.0645]);
    assert.deepEqual([days.daily[29].cost_usd, days.daily[28].cost_usd, days.daily[27].cost_usd], [0.0045, 0.01, 0]);
    for (const { cost_usd: costUsd, requests, by_service: services } of days.daily) {
      const sum = (field: 'total_cost_usd' | 'requests') =>
        services.reduce((all: number, row: Record<string, number>) => all + row[field]!, 0);
      assert.deepEqual([Number(sum('total_cost_usd').toFixed(9)), sum('requests')], [costUsd, requests]);
    }
    assert.ok(days.daily.some((day: { by_service: unknown[] }) => day.by_service.length > 1));
    assert.equal((await api.get('/api/admin/costs/daily?days=41')).body.total_cost_usd, 0.4645);
    const own = (await api.get(`/api/admin/costs/daily?days=2&granularity=hour&project_id=${other}`)).body;
    assert.deepEqual([own.project_id, own.total_cost_usd, own.total_requests], [other, 0.01025, 2]);
    assert.ok(own.daily.length > 24 && own.daily.length <= 48);
    const minutes = (await api.get('/api/admin/costs/daily?days=1&granularity=minute')).body;
    assert.equal(minutes.total_cost_usd, days.daily[29].cost_usd);
    const times = minutes.daily.map((point: { period_start: string }) => Date.parse(point.period_start));
    assert.ok(times.every((time: number, at: number) => at === 0 || time - times[at - 1] === 60_000));
  });

  await t.test('the ledger by project, run, service and time', async () => {
    const count = async (query: string): Promise<[number, number]> => {
      const { body } = await api.get(`/api/admin/costs/recent?${query}`);
      return [body.count, body.pagination.total];
    };
    assert.deepEqual(await count(''), [7, 7]);
    assert.deepEqual(await count('limit=3&offset=6'), [1, 7]);
    assert.deepEqual(await count(`project_id=${shop}&limit=2`), [2, 3]);
    assert.deepEqual(await count('service=scraper_basic'), [1, 1]);
    assert.deepEqual(await count(`run_id=wf_1&project_id=${blog}`), [1, 1]);
    assert.deepEqual(await count('minutes=2000&service=provider_serp'), [3, 3]);
    assert.deepEqual(await count('until=2020-01-01'), [0, 0]);
    const [record] = (await api.get('/api/admin/costs/recent?service=provider_keywords')).body.costs;
    const { id, task_id: taskId, created_at: createdAt, ...rest } = record;
    assert.match(id, /^cost_/u);
    assert.match(taskId, /^task_/u);
    assert.ok(Math.abs(createdAt - Date.now()) < 600_000);
    assert.deepEqual(rest, {
      run_id: 'wf_1',
      project_id: shop,
      service: 'provider_keywords',
      endpoint: '/v3/serp/google/organic/live/advanced',
      cost_usd: 0.003,
      request_count: 1,
      app_id: null,
      category_id: null,
      success: 1,
      items_returned: 100,
      source: 'api',
      estimate_usd: 0.0155,
      is_confirmed: 1,
      workflow_type: null,
      api_key_id: 'key_1',
      person_id: null,
    });
  });

  await t.test('what fetching pages used, and what is free', async () => {
    const { quota } = (await api.get('/api/admin/costs/scraper')).body;
    assert.deepEqual([quota.used, quota.limit, quota.cost_usd, quota.by_service.length], [1, null, 0.001, 3]);
    const { free_tiers: tiers, rates } = (await api.get('/api/admin/costs/free-tiers')).body;
    assert.ok(tiers.some(({ service, limit }: Record<string, unknown>) => service === 'video_api' && limit === 10_000));
    assert.equal(rates.length, 24);
    assert.equal(rates.find((rate: { service: string }) => rate.service === 'provider_instant_pages').rate_usd, 0.000125);
  });

  await t.test('at a glance, with the budgets', async () => {
    await updateBudgets(stores, { project_monthly_usd: 1, key_monthly_usd: { key_1: 0.01 }, llm_daily_usd: 50 });
    const { summary } = (await api.get('/api/admin/costs/summary')).body;
    assert.deepEqual([summary.today_cost_usd, summary.yesterday_cost_usd, summary.month_cost_usd], [0.0045, 0.01, 0.0645]);
    assert.deepEqual(summary.top_projects.length, 4);
    const budget = (name: string) => summary.budgets.find((row: { name: string }) => row.name === name);
    assert.deepEqual(budget('key_monthly_usd').counters[0].scope, 'key_1');
    assert.deepEqual([budget('key_monthly_usd').counters[0].limit, budget('key_monthly_usd').counters[0].remaining], [0.01, 0.007]);
    assert.deepEqual(
      [budget('daily_usd').limit, budget('daily_usd').counters[0].spent_usd, budget('daily_usd').counters[0].remaining],
      [50, 0.0045, 49.9955],
    );
    assert.deepEqual(
      [budget('run_requests').period, budget('run_requests').resets_at, budget('llm_daily_usd').counters],
      ['run', null, []],
    );
  });
});

test('a bound key sees what its projects paid for, and nothing else', async (t) => {
  const { ours, shop, blog, other, withKey, stores } = await startWithLedger(t);
  await updateBudgets(stores, { organization_monthly_usd: { org_a: 2, org_b: 3 } });
  const { stats } = (await ours.get('/api/admin/costs')).body;
  assert.deepEqual(stats.all_time, { total_cost_usd: 0.45325, total_requests: 4, total_runs: 2, total_projects: 2 });
  const projects = (await ours.get('/api/admin/costs/by-project')).body.projects;
  assert.deepEqual(
    projects.map((row: { project_id: string }) => row.project_id),
    [shop, blog],
  );
  assert.equal((await ours.get('/api/admin/costs/recent')).body.pagination.total, 4);
  assert.equal((await ours.get('/api/admin/costs/daily?days=7')).body.total_cost_usd, 0.05325);
  const run = (await ours.get('/api/admin/costs/run/wf_1')).body;
  assert.deepEqual([run.total_cost_usd, run.costs.length], [0.05325, 3], 'its share of the shared call');
  for (const path of [`project/${other}`, `daily?project_id=${other}`, `recent?project_id=${other}`, 'run/wf_other', 'run/wf_unknown'])
    assert.equal((await ours.get(`/api/admin/costs/${path}`)).status, 404, path);
  const { summary } = (await ours.get('/api/admin/costs/summary')).body;
  assert.deepEqual(
    summary.budgets.map((row: { name: string }) => row.name),
    ['project_monthly_usd', 'organization_monthly_usd'],
  );
  const [{ limit, counters }] = summary.budgets.slice(1);
  assert.deepEqual([limit, counters.length, counters[0]?.scope], [2, 1, 'org_a'], 'nothing of other organizations');
  const scopes = summary.budgets[0].counters.map((counter: { scope: string }) => counter.scope);
  assert.deepEqual([scopes.includes(shop), scopes.includes(other)], [true, false]);
  assert.equal((await ours.get('/api/admin/costs/scraper')).body.quota.used, 0);
  assert.equal((await ours.get('/api/admin/costs/reconcile')).status, 403);
  const one = withKey({ scopes: ['admin'], organizationId: 'org_a', projectId: blog });
  assert.equal((await one.get('/api/admin/costs/summary')).body.summary.budgets.length, 1);
  assert.equal((await one.get('/api/admin/costs')).body.stats.all_time.total_cost_usd, 0.05);
  assert.equal((await one.get(`/api/admin/costs/project/${shop}`)).status, 404);
  const reader = withKey({ scopes: ['read', 'write'] });
  for (const path of [
    '',
    '/run/wf_1',
    `/project/${shop}`,
    '/by-project',
    '/daily',
    '/recent',
    '/scraper',
    '/summary',
    '/free-tiers',
    '/reconcile',
  ])
    assert.equal((await reader.get(`/api/admin/costs${path}`)).status, 403, path);
});

test('what is out of range is refused, naming every wrong parameter', async (t) => {
  const { api } = await startAreaServer(t);
  const get = (path: string, names: readonly string[]): BadRequest => ({
    because: path,
    method: 'get',
    path: `/api/admin/costs${path}`,
    names,
  });
  await assertAllRefused(api, [
    get('?minutes=0&since=never&until=2020', ['minutes', 'since', 'until']),
    get('?since=2026-02-01&until=2026-01-01', ['until']),
    get('/run/wf_1?limit=0&offset=-1', ['limit', 'offset']),
    get('/project/proj_1?limit=501&minutes=525601', ['limit', 'minutes']),
    get('/by-project?limit=x', ['limit']),
    get('/daily?days=0&granularity=week', ['days', 'granularity']),
    get('/daily?days=367', ['days']),
    get('/daily?days=2&granularity=minute', ['days']),
    get('/daily?days=84&granularity=hour', ['days']),
    get('/recent?service=provider_x&limit=501&project_id=', ['service', 'limit', 'project_id']),
    get('/reconcile?since=1&until=2&limit=0', ['since', 'until', 'limit']),
    get('/reconcile?since=2025-01-01&until=2025-03-01', ['since']),
    get('/reconcile?since=2025-03-01&until=2025-01-01', ['until']),
  ]);
});
