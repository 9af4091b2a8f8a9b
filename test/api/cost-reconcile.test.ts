import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SerpRequest } from '#providers/search-data/index.ts';
import { startTestApp } from '../support/app.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const SCOPE = { source: 'api', projectId: 'proj_1', runId: 'wf_1' } as const;

function toRequest(keyword: string): SerpRequest {
  return { engine: 'engine_a', kind: 'organic', keyword, locationCode: 2840, languageCode: 'en', device: 'desktop', depth: 10 };
}

test('the ledger is compared with what the provider says it charged', async (t) => {
  const running = await startTestApp(t);
  const { api, sandbox } = running;
  const { searchData, postgres, clock } = running.app.context;
  const reconcile = async (query = '') => (await api.get(`/api/admin/costs/reconcile?${query}`)).body;
  const live = ['crm software', 'invoice app', 'project planner'].map((keyword) => searchData.fetchSerp(toRequest(keyword), SCOPE));
  await Promise.all(live);
  const queued = ['crm', 'invoice', 'planner'].map((keyword, at) => ({
    request: toRequest(keyword),
    tag: `task_${at}`,
    scope: { source: 'cron', projectIds: ['proj_1', 'proj_2'] } as const,
  }));
  await searchData.postTasks(queued, { toPostbackUrl: undefined, priority: 'normal' });

  await t.test('to the cent, live and queued calls, shared ones too', async () => {
    const body = await reconcile();
    const spent = (await sandbox.get('/_sandbox/calls')).body.cost_usd;
    assert.equal(spent, 0.0078);
    assert.deepEqual([body.complete, body.compared_until, body.differences], [true, body.until, []]);
    assert.deepEqual(body.totals, {
      provider: { calls: 6, usd: spent },
      ledger: { calls: 6, usd: spent },
      unsettled: { calls: 0, usd: 0 },
      difference_usd: 0,
      missing_in_ledger: { calls: 0, usd: 0 },
      missing_at_provider: { calls: 0, usd: 0 },
      different_price: { calls: 0, usd: 0 },
    });
    const [serp, ...others] = body.books;
    assert.deepEqual(serp, { family: '/v3/serp/', records: 6, error: null, complete: true });
    assert.ok(others.every((book: { records: number; complete: boolean }) => book.records === 0 && book.complete));
  });

  await t.test('an answer that was lost is unsettled until the sweep, and then booked', async () => {
    await sandbox.post('/_sandbox/faults', { match: 'serp', kind: 'lost_answer', rate: 1 });
    await assert.rejects(searchData.fetchSerp(toRequest('lost'), SCOPE));
    await sandbox.post('/_sandbox/faults', {});
    const before = (await reconcile()).totals;
    assert.deepEqual([before.unsettled, before.difference_usd], [{ calls: 1, usd: 0.002 }, 0]);
    const id = await running.app.context.workflows.start('spend-sweep', {});
    await running.app.context.workflows.waitFor(id, PATIENCE_MS);
    const after = (await reconcile()).totals;
    assert.deepEqual([after.unsettled.calls, after.ledger, after.difference_usd], [0, { calls: 7, usd: 0.0098 }, 0]);
  });

  await t.test('lists what differs, and what is missing on either side, page by page', async () => {
    await postgres.query(`delete from api_costs where tag = 'task_0'`);
    await postgres.query(`update api_costs set cost_usd = cost_usd + 0.01 where tag = 'task_1' and part = 0`);
    await postgres.query(
      `insert into api_costs (id, service, endpoint, cost_usd, task_id, tag, source, created_at)
       values ('cost_ghost', 'provider_serp', '/v3/serp/x', 0.5, 'ghost', 'spend_ghost', 'api', $1), ('cost_llm', 'edge_workers_ai', 'llm', 9, null, 'spend_llm', 'api', $1)`,
      [new Date(clock.now().getTime() - 1_000)],
    );
    const { totals, differences, pagination } = await reconcile('limit=2');
    assert.deepEqual(pagination, { limit: 2, offset: 0, has_more: true, total: 3 });
    assert.equal(differences.length, 2);
    assert.deepEqual(
      [totals.missing_in_ledger, totals.different_price, totals.missing_at_provider, totals.difference_usd],
      [{ calls: 1, usd: 0.0006 }, { calls: 1, usd: -0.01 }, { calls: 1, usd: -0.5 }, -0.5094],
    );
    const all = (await reconcile()).differences as Record<string, unknown>[];
    const find = (kind: string) => all.find((difference) => difference['kind'] === kind);
    assert.deepEqual([find('missing_in_ledger')?.['tag'], find('missing_in_ledger')?.['cost_id']], ['task_0', null]);
    assert.deepEqual([find('different_price')?.['ledger_usd'], find('different_price')?.['provider_usd']], [0.0106, 0.0006]);
    assert.deepEqual([find('missing_at_provider')?.['task_id'], find('missing_at_provider')?.['cost_id']], ['ghost', 'cost_ghost']);
  });

  await t.test('covers the span that is asked for, and nothing else', async () => {
    await advanceDay(running);
    await advanceDay(running);
    const { totals } = await reconcile();
    assert.deepEqual([totals.provider.calls, totals.ledger.calls], [0, 0]);
    const since = new Date(clock.now().getTime() - 3 * 86_400_000).toISOString();
    assert.equal((await reconcile(`since=${since}`)).totals.provider.calls, 7);
  });

  await t.test('a provider that does not answer is reported, not taken for an empty record', async () => {
    await sandbox.post('/_sandbox/faults', { match: 'serp/id_list', kind: 'http_500', rate: 1 });
    const body = await reconcile();
    assert.deepEqual([body.complete, body.books[0].complete, typeof body.books[0].error], [false, false, 'string']);
    await sandbox.post('/_sandbox/faults', { match: 'id_list', kind: 'http_500', rate: 1 });
    assert.equal((await api.get('/api/admin/costs/reconcile')).status, 502);
  });
});

test('without credentials there is nothing to compare with', async (t) => {
  const { api } = await startTestApp(t, { environment: { SANDBOX: '', DATAFORSEO_LOGIN: '', DATAFORSEO_PASSWORD: '' } });
  const { status, body } = await api.get('/api/admin/costs/reconcile');
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(body.error, /DataForSEO credentials not configured/u);
});
