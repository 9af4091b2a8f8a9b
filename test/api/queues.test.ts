import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlCategory } from '#areas/apps/queues.ts';
import { observeApp } from '#areas/apps/records/index.ts';
import { areas } from '#areas/index.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { makeAppWriter } from '../support/app-rows.ts';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** The queues of the app stores are there, and what takes from them is not. */
const withoutCrawlers = areas.map((area) => (area.name === 'apps' ? { ...area, workflows: [] } : area));

test('shows and steers the queues', async (suite) => {
  const { api, anonymous, app, stores, withKey } = await startTestApp(suite, {
    areas: withoutCrawlers,
    environment: { STORE_A_DELAY_SECONDS: '4', STORE_B_DELAY_SECONDS: '9' },
  });
  const { workflows } = app.context;
  const send = (count: number): Promise<string[]> =>
    stores.postgres.transaction((tx) =>
      workflows.sendAll(
        tx,
        crawlCategory,
        Array.from({ length: count }, (_, at) => ({ payload: { platform: at < 2 ? 'store_a' : 'store_b', category_id: `c${at}` } })),
      ),
    );
  const getMetrics = async (name: string) => {
    const { body } = await api.get('/api/admin/queue-metrics');
    return body.queues.find((queue: { name: string }) => queue.name === name);
  };

  await suite.test('with figures for each of them, with or without a consumer', async () => {
    const { status, body } = await api.get('/api/admin/queue-metrics');
    assert.deepEqual([status, body.success, body.drain_mode], [200, true, false]);
    assert.deepEqual(
      body.queues.map((queue: { name: string }) => queue.name),
      workflows.queues.map((queue) => queue.name),
    );
    assert.equal((await getMetrics('general-tasks')).consumers, 1);
    assert.deepEqual(await getMetrics('app-details-fetch'), {
      name: 'app-details-fetch',
      queue: 'app-details-fetch',
      summary: 'fetching the details of apps',
      pending: 0,
      processing: 0,
      completed_last_hour: 0,
      failed_last_hour: 0,
      avg_processing_time_ms: null,
      oldest_age_ms: null,
      drained: 0,
      consumers: 0,
      concurrency: 3,
      batch: 5,
      max_retries: 2,
    });
  });

  await suite.test('and the truth about what ended', async () => {
    const before = await getMetrics('general-tasks');
    await workflows.waitFor(await workflows.start('spend-sweep', {}), PATIENCE_MS);
    const after = await getMetrics('general-tasks');
    assert.ok(after.completed_last_hour > before.completed_last_hour);
    assert.ok(after.avg_processing_time_ms >= 0);
  });

  await suite.test('with the figures of crawling, and of all queues together', async () => {
    const write = makeAppWriter(stores);
    const today = app.context.clock.now().getTime();
    const toDay = (daysAgo: number): string => new Date(today - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const titled = (appId: string, title: string) => observeApp(appId, 'list', { title });
    const market = { platform: 'store_a', storefront: 'us' } as const;
    await write.apps(market, [titled('1', 'One'), titled('2', 'Two'), titled('3', 'Three')], toDay(2));
    await write.apps(market, [titled('1', 'One'), titled('2', 'Second'), titled('4', 'Four'), titled('5', 'Five')], toDay(0));
    const [ended = '', failed = ''] = await send(5);
    const end = async (id: string, status: string): Promise<void> => {
      const now = '(extract(epoch from now()) * 1000)::bigint';
      await stores.postgres.query(`update dbos.workflow_status set status = $2, completed_at = ${now} where workflow_uuid = $1`, [
        id,
        status,
      ]);
    };
    await end(ended, 'SUCCESS');
    await end(failed, 'ERROR');
    const { status, body } = await api.get('/api/admin/queue-status');
    assert.equal(status, 200);
    assert.deepEqual(body.last_24h, {
      total_jobs: 2,
      by_platform: { store_a: 2 },
      by_category: { c0: 1, c1: 1 },
      apps_discovered: 2,
      apps_updated: 1,
      errors: 1,
    });
    assert.deepEqual([body.queue.pending, body.queue.failed], [3, 1]);
    assert.deepEqual(body.rate_limiting, { store_a_delay_seconds: 4, store_b_delay_seconds: 9, current_concurrency: 3 });
    assert.deepEqual(
      body.queues.find((queue: { name: string }) => queue.name === 'app-info-fetch'),
      { name: 'app-info-fetch', messages: 3, consumers: 0 },
    );
    const metrics = await getMetrics('app-info-fetch');
    assert.deepEqual([metrics.pending, metrics.completed_last_hour, metrics.failed_last_hour], [3, 1, 1]);
    assert.ok(metrics.oldest_age_ms >= 0);
  });

  await suite.test('with gauges for Prometheus', async () => {
    const { body } = await anonymous.get('/metrics');
    assert.match(body, /^sightline_queue_messages\{[^}]*queue="app-info-fetch"[^}]*state="pending"[^}]*\} 3\b/mu);
    assert.match(body, /^sightline_queue_oldest_message_age_seconds\{[^}]*queue="app-info-fetch"[^}]*\} \d/mu);
  });

  await suite.test('purges one, and knows no others', async () => {
    const purged = await api.post('/api/admin/queue/app-info-fetch/purge');
    assert.deepEqual([purged.status, purged.body], [200, { success: true, queue: 'app-info-fetch', purged: 3 }]);
    assert.equal((await getMetrics('app-info-fetch')).pending, 0);
    assert.equal((await api.post('/api/admin/queue/app-info-fetch/purge')).body.purged, 0);
    const unknown = await api.post('/api/admin/queue/nothing/purge');
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'Queue not found']);
    assert.ok(unknown.body.details.queues.includes('app-info-fetch'));
  });

  await suite.test('to administrators of the whole service only', async () => {
    const reader = await withKey({ scopes: ['read'] });
    const bound = await withKey({ scopes: ['read', 'write', 'admin'], organization_id: 'org_queues' });
    for (const client of [reader, bound]) {
      assert.equal((await client.get('/api/admin/queue-metrics')).status, 403);
      assert.equal((await client.get('/api/admin/queue-status')).status, 403);
      assert.equal((await client.post('/api/admin/queue/app-info-fetch/purge')).status, 403);
    }
    assert.equal((await anonymous.get('/api/admin/queue-metrics')).status, 401);
  });

  await suite.test('lists dead letters and sends one again, once', async () => {
    await stores.postgres.query(
      `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts)
       values ('dl_1', 'general-tasks', 'spend-sweep', 'wf_dead', '{}', 'provider away', 4)`,
    );
    const list = await api.get('/api/admin/queue/dead-letter?type=spend-sweep&limit=1');
    assert.deepEqual(list.body.pagination, { limit: 1, offset: 0, has_more: false, total: 1 });
    assert.deepEqual(
      ['id', 'queue', 'payload', 'error', 'attempts'].map((name) => list.body.dead_letters[0][name]),
      ['dl_1', 'general-tasks', {}, 'provider away', 4],
    );
    const retried = await api.post('/api/admin/queue/dead-letter/dl_1/retry');
    assert.equal(retried.status, 200);
    assert.ok(await app.context.workflows.find(retried.body.workflow_id));
    assert.equal((await api.post('/api/admin/queue/dead-letter/dl_1/retry')).status, 409);
    assert.equal((await api.post('/api/admin/queue/dead-letter/dl_2/retry')).status, 404);
    assert.equal((await getMetrics('dead-letter')).completed_last_hour, 1);
    assert.deepEqual((await api.post('/api/admin/queue/dead-letter/purge')).body, { success: true, queue: 'dead-letter', purged: 1 });
  });
});
