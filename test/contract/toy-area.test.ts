import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { joinWith } from '#areas/index.ts';
import { newId } from '#kernel/ids.ts';
import type { AnswerEnd } from '#purchases/index.ts';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { importArchive } from '../../src/cli/archive/import.ts';
import { toArchiveContents } from '../../src/cli/archive/contents.ts';
import { toOpenStores } from '../cli/archive-world.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { openTestStores } from '../support/index.ts';
import { connectLive } from '../support/live-client.ts';
import { askAll } from '../support/openapi-walk-access.ts';
import { listWalked } from '../support/openapi-walk-suite.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeToyMessage, toyArea, TOYS_TABLE } from '../support/toy-area.ts';
import { waitUntil } from '../support/wait-until.ts';

const areas = joinWith([toyArea]);

test('a new area is one value: everything that reads manifests has it', async (t) => {
  const stores = await openTestStores(t);
  await stores.postgres.query(TOYS_TABLE);
  const world = await startTestApp(t, { stores, areas, hasSchedules: true });
  await t.test('its endpoint answers, and the walks over the document include it', () => checkEndpoint(world));
  await t.test('its workflow starts by hand, with a dry run, and publishes a live event', () => checkWorkflow(world));
  await t.test('its message is consumed on its queue, and counted', () => checkQueue(world));
  await t.test('its schedule is listed', () => checkSchedule(world));
  await t.test('jobs of its type run', () => checkJob(world));
  await t.test('its health check is asked, and its setting is read and set', () => checkOperations(world));
  await t.test('its service has a rate, and the ledger is searched for it', () => checkCosts(world));
  await t.test('what it asks is posted, booked, and given to it, or why not', () => checkQuestion(world));
  await t.test('its table goes into an archive and out of it', () => checkArchive(t, world));
});

async function listToys({ api }: TestApp): Promise<Record<string, string>> {
  const { status, body } = await api.get('/api/toys');
  assert.equal(status, 200, JSON.stringify(body));
  const toys: { name: string; made_by: string }[] = body.toys;
  return Object.fromEntries(toys.map(({ name, made_by: madeBy }) => [name, madeBy]));
}

async function checkEndpoint(world: TestApp): Promise<void> {
  assert.deepEqual(await listToys(world), {});
  const { body: document } = await world.api.get('/openapi.json');
  assert.deepEqual(
    document.tags.find(({ name }: { name: string }) => name === toyArea.name),
    { name: toyArea.name, description: toyArea.summary },
  );
  const walked = listWalked(document).filter(({ path }) => path === '/api/toys');
  const ask = (headers: Record<string, string>) => askAll(walked, { server: world.app.server, sender: { headers } });
  assert.deepEqual(await ask({ 'x-api-key': TEST_ADMIN_KEY }), [{ name: 'GET /api/toys', got: '200' }]);
  assert.deepEqual(await ask({}), [{ name: 'GET /api/toys', got: '401 Unauthorized' }]);
}

async function checkWorkflow(world: TestApp): Promise<void> {
  const { api, url } = world;
  const { body: refusal } = await api.post('/api/admin/workflow/nonsense', {});
  assert.ok(refusal.details.types.includes('toy-make'));
  const dry = await api.post('/api/admin/workflow/toy-make', { name: 'kite', dry_run: true });
  assert.deepEqual(dry.body.estimate, { calls: 0, cost_usd: 0 }, JSON.stringify(dry.body));
  assert.deepEqual(await listToys(world), {});
  const wrong = await api.post('/api/admin/workflow/toy-make', {});
  assert.equal(wrong.status, 400);
  const watcher = await connectLive(url, { headers: { 'x-api-key': TEST_ADMIN_KEY } });
  assert.deepEqual((await watcher.subscribe(['toy'])).topics, ['toy']);
  const run = await api.post('/api/admin/workflow/toy-make', { name: 'kite', wait: true });
  assert.deepEqual([run.status, run.body.status, run.body.output], [200, 'completed', { made: 'kite' }], JSON.stringify(run.body));
  assert.deepEqual(await listToys(world), { kite: 'workflow' });
  assert.equal((await watcher.find(({ type }) => type === 'toy')).name, 'kite');
  watcher.ws.close();
  assert.match(String((await api.get('/metrics')).body), /^sightline_toys_total(?:\{[^}]*\})? 1$/mu);
  const { body } = await api.get('/api/admin/workflows/history?type=toy-make');
  assert.equal(body.workflows.length, 1, JSON.stringify(body));
}

async function checkQueue(world: TestApp): Promise<void> {
  const { postgres, workflows } = world.app.context;
  await postgres.transaction((tx) => workflows.sendAll(tx, makeToyMessage, [{ payload: { name: 'ball' } }]));
  await waitUntil(async () => (await readQueue(world)).completed_last_hour === 2, 'both runs to be counted');
  assert.deepEqual(await listToys(world), { ball: 'workflow', kite: 'workflow' });
  const { summary, concurrency, consumers } = await readQueue(world);
  assert.deepEqual({ summary, concurrency, consumers }, { summary: 'making toys', concurrency: 2, consumers: 1 });
}

async function readQueue({ api }: TestApp) {
  const { body } = await api.get('/api/admin/queue-metrics');
  return body.queues.find(({ name }: { name: string }) => name === 'toy-making');
}

async function checkSchedule({ api }: TestApp): Promise<void> {
  const { body } = await api.get('/api/admin/config');
  const found = body.schedules.find(({ name }: { name: string }) => name === 'toy-new-year');
  assert.deepEqual([found?.cron, found?.last_fired_at], ['0 0 1 1 *', null], JSON.stringify(body.schedules));
}

async function checkJob(world: TestApp): Promise<void> {
  const { api } = world;
  const made = await api.post('/api/jobs', { name: 'Parade', type: 'toy_parade' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { body: document } = await api.get('/openapi.json');
  assert.match(JSON.stringify(document), /`toy_parade` makes the toy of the day/u);
  assert.equal((await api.post(`/api/jobs/${made.body.id}/run`)).status, 200);
  await waitUntil(async () => {
    const { body } = await api.get(`/api/jobs/${made.body.id}/runs`);
    return body.runs[0]?.status === 'completed';
  }, 'the job to be completed');
  assert.equal((await listToys(world))['drum'], 'job');
}

async function checkOperations({ api }: TestApp): Promise<void> {
  const { body: health } = await api.get('/health');
  assert.deepEqual([health.status, health.checks.toy_shelf], ['ok', { status: 'ok', detail: 'there is room' }]);
  const refusal = await api.put('/api/admin/config', { toy_color: 'green' });
  assert.deepEqual([refusal.status, refusal.body.error], [400, 'toy_color must be one of red, blue']);
  await api.put('/api/admin/config', { toy_color: 'blue' });
  assert.equal((await api.get('/api/admin/config')).body.toy_color, 'blue');
}

async function checkCosts({ api }: TestApp): Promise<void> {
  const { body } = await api.get('/api/admin/costs/free-tiers');
  assert.deepEqual(
    body.rates.find(({ service }: { service: string }) => service === 'toy_shop'),
    { service: 'toy_shop', rate_usd: 0.5, unit: 'toy' },
  );
  assert.equal((await api.get('/api/admin/costs/recent?service=toy_shop')).status, 200);
  assert.equal((await api.get('/api/admin/costs/recent?service=toy_store')).status, 400);
}

async function checkQuestion(world: TestApp): Promise<void> {
  const { sandbox, api } = world;
  // Of two tasks of a post one is taken.
  await sandbox.post('/_sandbox/faults', { match: 'task_post', kind: 'task_40501', count: 1 });
  const names = ['marble', 'puzzle'];
  const ends = await lookFor(world, names);
  await sandbox.post('/_sandbox/faults', {});
  assert.deepEqual(ends.map(({ state }) => state).toSorted(), ['answered', 'failed']);
  const toys = await listToys(world);
  for (const [at, { state, error }] of ends.entries())
    assert.match(toys[names[at] ?? ''] ?? '', state === 'answered' ? /^queue, [1-9]\d* results$/u : /40501/u, error ?? '');
  // A refused task is booked too, at no cost.
  const { body } = await api.get('/api/admin/costs/recent');
  const booked: number[] = body.costs.filter((cost: any) => cost.workflow_type === 'toy-look').map((cost: any) => cost.cost_usd);
  const rise = (one: number, other: number): number => one - other;
  assert.deepEqual(booked.toSorted(rise), ends.map(({ costUsd }) => costUsd).toSorted(rise));
  assert.ok(Math.min(...booked) === 0 && Math.max(...booked) > 0);
}

async function lookFor({ app }: TestApp, names: readonly string[]): Promise<readonly AnswerEnd[]> {
  const { workflows } = app.context;
  const id = await workflows.start('toy-look', { names }, { id: newId('wf_') });
  const ended = await workflows.waitFor<{ readonly ends: readonly AnswerEnd[] }>(id, PATIENCE_MS);
  return ended?.output.ends ?? assert.fail('the questions have not ended');
}

async function checkArchive(t: TestContext, { stores }: TestApp): Promise<void> {
  const contents = toArchiveContents(areas);
  const file = join(stores.dataDir, 'toys.archive');
  await exportArchive({ ...toOpenStores(stores), contents }, { file, projectId: undefined, withKeys: false });
  const empty = await openTestStores(t);
  await empty.postgres.query(TOYS_TABLE);
  await assert.rejects(importArchive(toOpenStores(empty), file), /a table toys that this release does not know/u);
  await importArchive({ ...toOpenStores(empty), contents }, file);
  const { rows } = await empty.postgres.query('select name, made_by from toys order by name');
  const { puzzle, marble, ...toys } = Object.fromEntries(rows.map(({ name, madeBy }) => [name, madeBy]));
  assert.deepEqual(toys, { ball: 'workflow', drum: 'job', kite: 'workflow' });
  assert.ok(puzzle !== undefined && marble !== undefined);
}
