import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { onEnd } from '../support/closers.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startClickHouseProcess } from '../support/fleet.ts';
import { openTestStores } from '../support/index.ts';
import { killService, planService, startService, stopService } from '../support/service-process.ts';
import { openIllStores } from '../support/store-illnesses.ts';
import { skipOutOfTurn } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

/** By the documents, from the signal to the end. */
const STOP_MS_MAX = 20_000;

test(
  'an api process starts while ClickHouse is away, serves newest positions, and heals by itself',
  { skip: skipOutOfTurn(1, 2) },
  async (t) => {
    const ill = await openIllStores(t);
    const place = await planService({ ...ill.environment, ROLE: 'api', DATA_DIR: ill.stores.dataDir });
    const first = await startService(place, PATIENCE_MS);
    const made = await place.api.post('/api/projects', { name: 'Before', organization_id: 'org_start' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await stopService(first);

    ill.clickhouse.fallIll(() => 'cut');
    const second = await startService(place, PATIENCE_MS);
    onEnd(t, () => killService(second));
    const { body: health } = await place.api.get('/health');
    assert.deepEqual([health.status, health.checks.clickhouse.status], ['degraded', 'down']);
    const project = `project_id=${made.body.project_id}`;
    assert.equal((await place.api.get(`/api/rankings?${project}`)).status, 200, 'newest positions');
    const summary = await place.api.get(`/api/rankings/summary?${project}`);
    assert.deepEqual([summary.status, summary.body.error], [503, 'Analytics store unavailable']);
    ill.clickhouse.fallIll(undefined);
    await waitUntil(async () => (await place.api.get(`/api/rankings/summary?${project}`)).status === 200, 'history');
    await waitUntil(async () => (await place.api.get('/health')).body.checks.clickhouse.status !== 'down', 'health to say so');

    const stallClickHouse = (): (() => void) => {
      ill.clickhouse.fallIll(() => 'stall');
      return () => ill.clickhouse.fallIll(undefined);
    };
    for (const fall of [stallClickHouse, () => ill.postgres.stall()]) {
      const process = second.exitCode === null ? second : await startService(place, PATIENCE_MS);
      onEnd(t, () => killService(process));
      const makeWell = fall();
      const ended = once(process, 'exit');
      const begun = performance.now();
      process.kill('SIGTERM');
      const [code, signal] = await ended;
      const tookMs = performance.now() - begun;
      makeWell();
      assert.deepEqual([code, signal], [0, null], 'it ends well by itself while a store is stalled');
      assert.ok(tookMs < STOP_MS_MAX, `took ${tookMs} ms`);
    }
  },
);

test('a service that listens ends well on a signal, though its start still waits for a table', async (t) => {
  const stores = await openTestStores(t);
  const place = await planService({
    DATABASE_URL: stores.connectionString,
    CLICKHOUSE_URL: (await startClickHouseProcess(t, `${stores.dataDir}/own`)).url,
    DATA_DIR: stores.dataDir,
  });
  const held = await stores.postgres.pool.connect();
  onEnd(t, () => held.release(true));
  await held.query('begin; lock table users');
  const service = await startService(place, PATIENCE_MS);
  onEnd(t, () => killService(service));
  await stopService(service);
});

test('a ClickHouse that was never there ends the start with a sentence', async (t) => {
  const ill = await openIllStores(t);
  await ill.real.query('delete from clickhouse_migrations');
  ill.clickhouse.fallIll(() => 'cut');
  await assert.rejects(startTestApp(t, { stores: ill.stores, environment: ill.environment }), /ClickHouse failed at/u);
});

test('a first start waits for a ClickHouse that is late with its first answer', async (t) => {
  const ill = await openIllStores(t);
  await ill.real.query('delete from clickhouse_migrations');
  let isFirst = true;
  ill.clickhouse.fallIll(() => {
    const act = isFirst ? 'stall' : undefined;
    isFirst = false;
    return act;
  });
  const app = await startTestApp(t, { stores: ill.stores, environment: ill.environment });
  assert.notEqual((await app.api.get('/health')).body.checks.clickhouse.status, 'down');
});
