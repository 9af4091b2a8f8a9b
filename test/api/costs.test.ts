import assert from 'node:assert/strict';
import test from 'node:test';
import { newId } from '#kernel/ids.ts';
import { PaidCallError } from '#providers/metering.ts';
import { startTestApp } from '../support/app.ts';

test('what outside calls cost is read by an admin, span by span, and a lost call is settled by the sweep', async (t) => {
  const { app, api, anonymous, withKey } = await startTestApp(t);
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
  assert.deepEqual((await workflows.waitFor(id, 20_000))?.output, { settled: 0, released: 1, remaining: 0 });
  assert.deepEqual((await api.get('/api/admin/costs')).body.stats.unsettled, { calls: 0, estimate_usd: 0 });
});
