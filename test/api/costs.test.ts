import assert from 'node:assert/strict';
import test from 'node:test';
import { newId } from '#kernel/ids.ts';
import { PaidCallError } from '#providers/metering.ts';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { countCalls } from '../support/rankings-api.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('what outside calls cost is read by an admin, span by span, and a lost call is settled by the sweep', async (t) => {
  const testApp = await startTestApp(t);
  const { app, api, anonymous, withKey } = testApp;
  const { searchData, spending, workflows } = app.context;
  const request = {
    engine: 'engine_a',
    kind: 'organic',
    keyword: 'crm software',
    locationCode: 2840,
    languageCode: 'en',
    device: 'desktop',
    depth: 20,
  } as const;
  await searchData.fetchSerp(request, { source: 'api', projectId: 'proj_1', runId: 'run_1' });

  const { status, body } = await api.get('/api/admin/costs');
  assert.equal(status, 200);
  const all = { total_cost_usd: 0.0035, total_requests: 1, total_runs: 1, total_projects: 1 };
  assert.deepEqual(body, {
    success: true,
    stats: {
      all_time: all,
      today_cost_usd: 0.0035,
      week_cost_usd: 0.0035,
      month_cost_usd: 0.0035,
      by_service: [{ service: 'provider_serp', total_cost: 0.0035, total_cost_usd: 0.0035, requests: 1 }],
      period: { ...all, since: null, until: null },
      unsettled: { calls: 0, estimate_usd: 0 },
    },
  });
  const none = await api.get('/api/admin/costs?until=2020-01-01');
  assert.deepEqual([none.body.stats.period.total_requests, none.body.stats.by_service, none.body.stats.all_time], [0, [], all]);
  assert.equal((await api.get('/api/admin/costs?minutes=5')).body.stats.period.total_requests, 1);

  const wrong = await api.get('/api/admin/costs?minutes=0&since=never&until=2020');
  assert.equal(wrong.status, 400);
  assert.deepEqual(new Set(wrong.body.details.map((problem: { path: string }) => problem.path)), new Set(['minutes', 'since', 'until']));
  assert.equal((await api.get('/api/admin/costs?since=2026-01-02&until=2026-01-01')).status, 400);
  assert.equal((await anonymous.get('/api/admin/costs')).status, 401);
  assert.equal((await (await withKey({ scopes: ['read', 'write'] })).get('/api/admin/costs')).status, 403);
  assert.equal((await api.post('/api/admin/costs', {})).status, 405);

  const lost = {
    service: 'provider_serp',
    endpoint: '/v3/serp/google/organic/live/advanced',
    estimateUsd: 0.002,
    tag: newId('spend_'),
  } as const;
  const cut = new PaidCallError(new Error('cut'), { costUsd: undefined, success: false });
  await assert.rejects(spending.spend({ source: 'api' }, lost, () => Promise.reject(cut)));
  assert.deepEqual((await api.get('/api/admin/costs')).body.stats.unsettled, { calls: 1, estimate_usd: 0.002 });
  await app.context.postgres.query(`update spend_reservations set lost_at = now() - interval '11 minutes'`);
  const id = await workflows.start('spend-sweep', {});
  assert.deepEqual((await workflows.waitFor(id, PATIENCE_MS))?.output, { settled: 0, released: 1, remaining: 0 });
  assert.deepEqual((await api.get('/api/admin/costs')).body.stats.unsettled, { calls: 0, estimate_usd: 0 });

  await t.test('keys and projects that a bound key makes bring no more money: nothing is sent to the provider', async () => {
    const root = await withKey({ scopes: ['admin'], organization_id: 'org_capped' });
    const { body: self } = await api.get('/api/admin/api-keys?limit=1');
    const setBudgets = (budgets: object) => api.put('/api/admin/config', { budgets });
    const ask = async (keyword: string) => {
      const made = await root.post('/api/admin/api-keys', { name: 'child', scopes: ['write'] });
      const project = await root.post('/api/projects', { name: 'Another' });
      const child = makeApiClient(testApp.url, made.body.key);
      const check = { project_id: project.body.project_id, keyword, depth: 10 };
      const answer = await child.post('/api/rankings/track', check);
      return [answer.status, answer.body.success, answer.body.reason ?? null];
    };
    const rootId: string = self.api_keys[0].id;
    const before = await countCalls(testApp);
    for (const budgets of [
      { key_monthly_usd: { [rootId]: 0 }, organization_monthly_usd: null },
      { key_monthly_usd: null, organization_monthly_usd: { org_capped: 0 } },
      { organization_monthly_usd: null, daily_usd: 0 },
    ]) {
      await setBudgets(budgets);
      assert.deepEqual(await ask('too dear'), [200, false, 'budget_exceeded'], JSON.stringify(budgets));
    }
    assert.equal(await countCalls(testApp), before);
    await setBudgets({ daily_usd: 50 });
    assert.deepEqual(await ask('affordable'), [200, true, null]);
    assert.equal(await countCalls(testApp), before + 1);
  });
});
