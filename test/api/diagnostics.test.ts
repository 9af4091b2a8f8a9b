import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sql } from '#stores/postgres/types.ts';
import { StoreError } from '#stores/errors.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { startTestApp } from '../support/app.ts';
import { waitUntilHealthy } from '../support/healthy.ts';
import { getTruth, makeProject, PROVIDER, track } from '../support/rankings-api.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Figures of the text's first market, as enrichment would keep them. */
async function keepMetrics(sql: Sql, text: string): Promise<void> {
  const months = Array.from({ length: 12 }, (_none, at) => ({ year: 2026, month: 12 - at, search_volume: 1_200 - at * 50 }));
  await sql.query(
    `with figures as (
       insert into keyword_figures (id, source, normalized_text, location_code, language_code, status, search_volume, cpc, categories,
         search_intent, monthly_searches, asked_at, known_at, due_at)
       values ('fig_1', 'labs', $1, 2840, 'en', 'known', 1200, 3.5, '{10004,999}', 'commercial', $2, now(), now(), now())
       returning id)
     update keywords set figures_id = figures.id from figures where normalized_text = $1`,
    [text, JSON.stringify(months)],
  );
}

const KEYWORD = 'Invoicing  Software';

test('shows what is known, and serves what can be served', async (suite) => {
  const world = await startTestApp(suite);
  const { api, anonymous, app, sandbox, stores } = world;
  let passedMs = 0;
  suite.mock.method(app.context.clock, 'realNow', () => Date.now() + passedMs);
  const domain = (await getTruth(world, 'invoicing software')).find(({ type }) => type === 'organic')?.domain ?? '';
  const projectId = await makeProject(api, [domain]);
  await track(world, projectId, [KEYWORD, 'crm']);
  const ended = async (type: string): Promise<string> => {
    const { rows } = await stores.postgres.query<{ id: string }>(
      'select workflow_uuid as id from dbos.workflow_status where name = $1 order by created_at limit 1',
      [type],
    );
    const id = rows[0]?.id ?? '';
    await app.context.workflows.waitFor(id, PATIENCE_MS).catch(() => undefined);
    return id;
  };
  await keepMetrics(stores.postgres, 'invoicing software');

  await suite.test('a keyword text with its figures, over all its markets', async () => {
    await api.post('/api/keywords/track', {
      project_id: projectId,
      keyword: 'INVOICING SOFTWARE',
      location_code: 2276,
      language_code: 'de',
    });
    const { status, body } = await api.get('/diagnostics/keyword?keyword=%20invoicing%20%20SOFTWARE');
    assert.equal(status, 200);
    const { keyword } = body;
    assert.deepEqual(
      [keyword.text, keyword.normalized_text, keyword.original_keyword_text],
      ['invoicing software', 'invoicing software', 'Invoicing Software'],
    );
    assert.equal(keyword.markets.length, 2);
    const [market] = keyword.markets;
    assert.deepEqual(
      [market.keyword_id, market.location_code, market.tracked_by, market.figures_status],
      [keyword.keyword_id, 2840, 1, 'known'],
    );
    assert.ok(market.last_check_at);
    const { latest_search_volume: volume, latest_cpc: cpc, latest_trend: trend, primary_intent: intent } = keyword;
    assert.deepEqual([volume, market.search_volume, cpc, trend, intent], [1200, 1200, 3.5, 'up', 'commercial']);
    assert.deepEqual([keyword.provider_category_ids, keyword.provider_category_paths], [[10_004, 999], ['/Business & Industrial']]);
  });

  await suite.test('null for a text that is not tracked, and 400 without one', async () => {
    assert.deepEqual((await api.get('/diagnostics/keyword?keyword=nobody%20ever')).body, { success: true, keyword: null });
    const { status, body } = await api.get('/diagnostics/keyword');
    assert.deepEqual([status, body.error], [400, 'keyword is required']);
  });

  await suite.test('a result page with the workflow that made it and what it cost', async () => {
    const { rows } = await stores.postgres.query<{ id: string; workflowId: string }>(
      `select id, workflow_id from serp_runs where status = 'completed' limit 1`,
    );
    const { status, body } = await api.get(`/diagnostics/run/${rows[0]?.id}`);
    assert.deepEqual([status, body.kind, body.status, body.serp_run.run.id], [200, 'serp_run', 'completed', rows[0]?.id]);
    assert.deepEqual([body.workflow.id, body.workflow.type, body.workflow.status], [rows[0]?.workflowId, 'serp-check', 'completed']);
    assert.ok(
      body.workflow.steps.length > 0 && body.workflow.steps.every((step: any) => step.status === 'completed' && step.duration_ms >= 0),
    );
    assert.ok(body.serp_run.results.length > 0);
  });

  await suite.test('a workflow with its children, and a SERP task', async () => {
    const parent = await ended('serp-tracking');
    const run = (await api.get(`/diagnostics/run/${parent}`)).body;
    assert.deepEqual([run.kind, run.status, run.workflow.children.length], ['workflow', 'completed', 2]);
    assert.deepEqual(run.workflow.input.keyword_ids.length, 2);
    const task = (await api.post('/api/serp/tasks/create', { project_id: projectId, keywords: [{ keyword: KEYWORD, depth: 10 }] })).body;
    const shown = (await api.get(`/diagnostics/run/${task.task_id}`)).body;
    assert.deepEqual([shown.kind, shown.serp_task.task_id], ['serp_task', task.task_id]);
  });

  await suite.test('stack traces of a failure, to administrators of the whole service only', async (t) => {
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'provider_40501' });
    const answer = await api.post('/api/rankings/track', {
      project_id: projectId,
      keywords: [{ keyword: 'a page that fails' }],
      force: true,
    });
    await sandbox.post('/_sandbox/faults', {});
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { rows } = await stores.postgres.query<{ id: string }>(`select id from serp_runs where status = 'failed' limit 1`);
    const failed = (await api.get(`/diagnostics/run/${rows[0]?.id}`)).body;
    assert.deepEqual([failed.kind, failed.status], ['serp_run', 'failed']);
    assert.ok(failed.error);

    const query = app.context.postgres.query.bind(app.context.postgres);
    t.mock.method(app.context.postgres, 'query', (text: string, ...rest: [any, any]) =>
      text.startsWith('delete from audit_log') ? Promise.reject(new Error('disk full')) : query(text, ...rest),
    );
    const id = await app.context.workflows.start('audit-prune', {});
    await assert.rejects(app.context.workflows.waitFor(id, PATIENCE_MS), /disk full/u);
    const broken = (await api.get(`/diagnostics/run/${id}`)).body;
    assert.deepEqual([broken.kind, broken.status], ['workflow', 'failed']);
    assert.match(broken.stack, /\n\s+at .+\.ts/u);
    assert.ok(broken.workflow.dead_letter_id);
    const bound = await world.withKey({ scopes: ['admin'], organization_id: 'org_rankings' });
    assert.equal((await bound.get(`/diagnostics/run/${id}`)).status, 403);
    assert.equal((await api.get('/diagnostics/run/run_unknown')).status, 404);
  });

  await suite.test('a request that spent, by its id', async () => {
    const relayed = await api.post(
      '/debug/dataforseo',
      { endpoint: PROVIDER, payload: [{ keyword: 'a', location_code: 2840, language_code: 'en', depth: 10 }] },
      { 'x-request-id': 'req-that-spent' },
    );
    assert.equal(relayed.status, 200);
    const { body } = await api.get('/diagnostics/run/req-that-spent');
    assert.deepEqual([body.kind, body.workflow, body.costs.length, body.costs[0].cost_usd], ['request', null, 1, 0.002]);
    const { api_keys: keys } = (await api.get('/api/admin/api-keys')).body;
    const spent = keys.find((key: any) => key.id === 'key_first_admin');
    assert.ok(spent.month_cost_usd >= 0.002);
    assert.deepEqual([spent.month_reserved_usd, spent.monthly_budget_usd], [0, null]);
    await api.put('/api/admin/config', { budgets: { key_monthly_usd: { key_first_admin: 12 } } });
    assert.equal(
      (await api.get('/api/admin/api-keys')).body.api_keys.find((key: any) => key.id === 'key_first_admin').monthly_budget_usd,
      12,
    );
    await api.put('/api/admin/config', { budgets: { key_monthly_usd: null } });
  });

  await suite.test("the provider's categories", async () => {
    const { body } = await api.get('/diagnostics/provider-category?id=10004');
    assert.deepEqual(
      [body.id, body.name, body.path, body.parent_id, body.source],
      [10_004, 'Business & Industrial', '/Business & Industrial', null, 'bundled'],
    );
    const all = (await api.get('/diagnostics/provider-category/fallback?limit=5000')).body;
    assert.deepEqual([all.count, all.ids.length, all.categories.length, all.pagination.has_more], [3182, 3182, 3182, false]);
    const leaf = all.categories.findLast((one: any) => one.path.split('/').length > 4);
    assert.deepEqual((await api.get(`/diagnostics/provider-category?id=${leaf.id}`)).body.path, leaf.path);
    assert.equal(all.categories.find((one: any) => one.id === leaf.parent_id).path, leaf.path.slice(0, leaf.path.lastIndexOf('/')));
    assert.equal((await api.get('/diagnostics/provider-category?id=1')).status, 404);
    assert.equal((await api.get('/diagnostics/provider-category?id=x')).status, 400);
    assert.equal((await api.get('/diagnostics/provider-category')).body.error, 'id is required');
  });

  await suite.test('the tables of both stores', async (t) => {
    const { body } = await api.get('/api/debug/schema');
    const columnsOf = (store: string, name: string) =>
      body.tables.find((table: any) => table.store === store && table.name === name)?.column_count;
    assert.deepEqual(
      [columnsOf('postgres', 'projects') > 5, columnsOf('clickhouse', 'serp_runs'), columnsOf('postgres', 'dbos.workflow_status') > 10],
      [true, 31, true],
    );
    assert.equal(body.table_count, body.tables.length);
    assert.ok(!body.tables.some((table: any) => table.name.startsWith('serp_runs_')), 'parts of a table are no tables');
    assert.equal(columnsOf('clickhouse', 'serp_pages'), undefined, 'what keeps no rows is not said to have none');

    t.mock.method(app.context.clickhouse, 'query', () => Promise.reject(new Error('ClickHouse is away')));
    const away = await api.get('/api/debug/schema');
    assert.deepEqual([away.status, away.body.tables.some((table: any) => table.store === 'clickhouse')], [200, false]);
    assert.match(away.body.warning, /away/u);
  });

  const health = async () => {
    const { status, body } = await anonymous.get('/health');
    return { status, body, provider: body.checks.provider };
  };

  await suite.test('is degraded without the provider, asks it again after a while, and is well when it is back', async () => {
    const { provider: well } = (await waitUntilHealthy(async () => (await health()).body)).checks;
    assert.deepEqual([well.status, typeof well.latency_ms], ['ok', 'number']);
    await sandbox.post('/_sandbox/faults', { match: 'appendix/status', kind: 'reset' });
    passedMs += 30_000;
    assert.equal((await health()).provider.status, 'ok', 'an answer of less than a minute stands');
    passedMs += 31_000;
    const away = await health();
    assert.deepEqual([away.status, away.body.status, away.provider], [200, 'degraded', { status: 'down', detail: 'does not answer' }]);
    assert.equal((await api.get(`/api/projects/${projectId}`)).status, 200);

    await sandbox.post('/_sandbox/faults', {});
    passedMs += 16_000;
    await waitUntilHealthy(async () => (await health()).body);
    const { body: calls } = await sandbox.get('/_sandbox/calls');
    assert.equal(calls.by_endpoint['/v3/appendix/status'], 3);
  });

  await suite.test('distinguishes wrong credentials, an error and no answer, and shows nothing more', async () => {
    for (const [kind, detail] of [
      ['provider_40100', 'refuses DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD'],
      ['http_500', 'answers with an error'],
    ]) {
      await sandbox.post('/_sandbox/faults', { match: 'appendix/status', kind });
      passedMs += 61_000;
      assert.deepEqual((await health()).provider, { status: 'down', detail });
      await sandbox.post('/_sandbox/faults', {});
    }
    passedMs += 16_000;
    await waitUntilHealthy(async () => (await health()).body);
  });

  await suite.test('without the analytics store it takes in work, shows positions, and says what is missing', async (t) => {
    const mend = breakClickHouse(app.context, 'refuses');
    t.mock.method(app.context.clickhouse, 'ping', () => Promise.reject(new Error('connect ECONNREFUSED')));
    t.mock.method(app.context.clickhouse, 'query', () => Promise.reject(new Error('connect ECONNREFUSED')));
    passedMs += 2_000;
    // An answer that was being made when the store went away may still be given once.
    await waitUntil(async () => (await health()).body.status === 'degraded', 'the store to be missed');
    const { status, body } = await health();
    assert.deepEqual([status, body.status, body.checks.clickhouse.status], [200, 'degraded', 'down']);
    await track(world, projectId, ['tracked meanwhile']);
    const { body: shown } = await api.get(`/api/rankings?project_id=${projectId}&limit=200`);
    const row = shown.rankings.find((one: any) => one.keyword === 'tracked meanwhile');
    assert.ok(['ranked', 'not_found'].includes(row.status), JSON.stringify(row));
    t.mock.method(app.context.clickhouse, 'query', () => Promise.reject(new StoreError('unreachable', 'connect ECONNREFUSED 10.0.0.1')));
    const { body: tracked } = await api.get(`/api/project-keywords?project_id=${projectId}`);
    const past = `project_id=${projectId}&keyword_id=${tracked.keywords[0].keyword_id}&start_date=2026-01-01`;
    for (const path of [`/api/rankings?${past}`, '/init/clickhouse']) {
      const { status: refused, body: error, headers } = await api.get(path);
      assert.deepEqual([refused, error.error, headers.get('retry-after')], [503, 'Analytics store unavailable', '30'], path);
      assert.doesNotMatch(JSON.stringify(error), /10\.0\.0\.1/u);
    }
    const check = await api.get('/test/clickhouse');
    assert.deepEqual([check.status, check.body.status, check.body.clickhouse_connected], [503, 'error', false]);
    assert.match(check.body.error, /ECONNREFUSED/u);
    mend();
  });
});
