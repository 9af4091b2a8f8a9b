import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Postgres } from '#stores/postgres/types.ts';
import { spawnWorker } from './worker.ts';
import { abc, family } from './workflows.ts';
import { openWorld, waitForStatus, type World } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Three looks in a row without a beat. */
const FROZEN_AFTER_MS = 6_000;

/** The next process does the steps that are left without a pause. */
async function quicken(world: World, id: string): Promise<void> {
  await world.postgres.query(`update dbos.workflow_input set inputs = '[{"pauseMs":0}]' where workflow_uuid = $1`, [id]);
}

async function countEffects(postgres: Postgres): Promise<number> {
  return (await postgres.query('select 1 from effects')).rowCount ?? 0;
}

/** How often each recorded step has acted on the world. */
async function listRecorded(postgres: Postgres): Promise<Map<string, number>> {
  const { rows } = await postgres.query<{ step: string; times: number }>(
    `select workflow_id || ' ' || step as step, count(*) as times
       from effects join dbos.operation_outputs o on o.workflow_uuid = workflow_id and o.function_name = step
      group by 1 order by 1`,
  );
  return new Map(rows.map((row) => [row.step, row.times]));
}

test('after kill -9 the next start finishes everything and repeats no finished step', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const api = await world.start([abc, family], { isWorker: false });
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push(await api.workflows.start('family', { pauseMs: 60 }));
  const doneAtKills: Map<string, number>[] = [];
  for (const effects of [6, 20, 40]) {
    const worker = await spawnWorker(world);
    await waitUntil(async () => (await countEffects(postgres)) >= effects, `${effects} effects`);
    await worker.kill();
    doneAtKills.push(await listRecorded(postgres));
  }
  await spawnWorker(world);
  for (const id of ids) assert.deepEqual(await api.workflows.waitFor(id, PATIENCE_MS), { output: Array.from({ length: 5 }, () => 'done') });

  const done = await listRecorded(postgres);
  assert.equal(done.size, 4 * 2 + 4 * 5 * 3);
  for (const before of doneAtKills) {
    assert.ok(before.size > 0);
    for (const [step, times] of before) assert.equal(done.get(step), times, step);
  }
  // What was in flight at a kill acts again: of at most twenty abc and four families a kill.
  const repeated = [...done.values()].filter((times) => times > 1).length;
  assert.ok(repeated <= 3 * 24, `${repeated} steps acted again`);
});

test('the living take over what a dead process ran', async (t) => {
  const world = await openWorld(t);
  const dying = await spawnWorker(world);
  const living = await world.start([abc, family], { isWorker: false });
  const id = await living.workflows.start('abc', { pauseMs: 30_000 });
  await waitUntil(async () => (await countEffects(world.postgres)) === 1, 'the first step');
  const steps = async (): Promise<unknown> =>
    (await living.workflows.listSteps(id)).map(({ name, status, attempts }) => [name, status, attempts]);
  await waitUntil(async () => isDeepStrictEqual(await steps(), [['a', 'running', 1]]), 'the other process to show its step');
  await quicken(world, id);
  const survivor = await spawnWorker(world);
  await dying.kill();
  assert.deepEqual(await living.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
  const { rows } = await world.postgres.query<{ step: string; pid: number }>('select step, pid from effects order by at');
  assert.deepEqual(
    rows.map((row) => [row.step, row.pid]),
    [
      ['a', dying.pid],
      ['a', survivor.pid],
      ['b', survivor.pid],
      ['c', survivor.pid],
    ],
  );
  const { rowCount } = await world.postgres.query('select 1 from worker_heartbeats');
  assert.equal(rowCount, 2);
  const { events } = await living.workflows.listEvents(id, { limit: 10, offset: 0 });
  assert.deepEqual(
    events.map(({ event, step }) => [event, step]),
    [
      ['queued', undefined],
      ['taken_over', undefined],
      ['started', undefined],
      ['step_completed', 'a'],
      ['step_completed', 'b'],
      ['step_completed', 'c'],
      ['completed', undefined],
    ],
  );
});

test('a workflow that was to be paused when its process died stays paused', async (t) => {
  const world = await openWorld(t);
  const dying = await spawnWorker(world);
  const living = await world.start([abc], { isWorker: false });
  const id = await living.workflows.start('abc', { pauseMs: 30_000 });
  await waitUntil(async () => (await countEffects(world.postgres)) === 1, 'the first step');
  await living.workflows.pause(id);
  await dying.kill();
  const state = async (): Promise<string | undefined> =>
    (await world.postgres.query<{ status: string }>('select status from dbos.workflow_status where workflow_uuid = $1', [id])).rows[0]
      ?.status;
  await waitUntil(async () => (await state()) === 'CANCELLED', 'the living to park it');
  assert.equal((await living.workflows.find(id))?.status, 'paused');
});

test('a living process that is silent is not taken for dead', async (t) => {
  const world = await openWorld(t);
  const worker = await spawnWorker(world);
  const living = await world.start([abc], { isWorker: false });
  const id = await living.workflows.start('abc', { pauseMs: 800 });
  await waitUntil(async () => (await countEffects(world.postgres)) === 1, 'the first step');
  await world.postgres.query(`update worker_heartbeats set beat_at = now() - interval '1 hour', host = 'elsewhere' where pid = $1`, [
    worker.pid,
  ]);
  await waitForStatus(living, id, 'completed');
  assert.equal(await countEffects(world.postgres), 3);
  const { rowCount } = await world.postgres.query('select 1 from worker_heartbeats where pid = $1', [worker.pid]);
  assert.equal(rowCount, 1);
});

test('a process that freezes inside a claim holds nothing up for long, and finds that it has lost when it thaws', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const frozen = await spawnWorker(world, ['freezes']);
  const living = await world.start([abc, family], { isWorker: false, frozenAfterMs: FROZEN_AFTER_MS });
  const begun = await living.workflows.start('abc', { pauseMs: 10_000 });
  await waitUntil(async () => (await countEffects(postgres)) === 1, 'the first step');
  frozen.process.kill('SIGUSR2');
  await frozen.hear('armed');
  const waiting = await living.workflows.start('abc', {});
  await frozen.hear('frozen');
  await quicken(world, begun);

  const survivor = await spawnWorker(world);
  for (const id of [begun, waiting]) assert.deepEqual(await living.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
  const isListed = async (): Promise<boolean> =>
    (await postgres.query('select 1 from worker_heartbeats where pid = $1', [frozen.pid])).rowCount === 1;
  assert.equal(await isListed(), false);
  const ended = world.log.find(({ message }) => message === 'a process is frozen; its connections are ended');
  // The one with its lock, the one in the claim, and what the engine has.
  assert.ok(Number(ended?.['connections']) >= 3, JSON.stringify(ended));

  frozen.process.kill('SIGCONT');
  await waitUntil(isListed, 'the thawed process to beat again');
  await survivor.stop();
  const later = await living.workflows.start('abc', {});
  assert.deepEqual(await living.workflows.waitFor(later, PATIENCE_MS), { output: 'done' });
  const { rows } = await postgres.query<{ id: string; done: string }>(
    `select workflow_id as id, string_agg(step || ' ' || case pid when $1 then 'frozen' else 'survivor' end, ', ' order by at) as done
       from effects group by workflow_id`,
    [frozen.pid],
  );
  assert.deepEqual(Object.fromEntries(rows.map(({ id, done }) => [id, done])), {
    [begun]: 'a frozen, a survivor, b survivor, c survivor',
    [waiting]: 'a survivor, b survivor, c survivor',
    [later]: 'a frozen, b frozen, c frozen',
  });
  assert.deepEqual(await living.deadLetters.list({ limit: 10, offset: 0 }), []);
  await frozen.stop();
});

test('a process that is stopped hands its work to another one', async (t) => {
  const world = await openWorld(t);
  const api = await world.start([abc], { isWorker: false });
  let leaving = await spawnWorker(world);
  for (let isHanded = false; !isHanded;) {
    const id = await api.workflows.start('abc', { pauseMs: 4_000 });
    const list = async () =>
      (await world.postgres.query<{ pid: number }>('select pid from effects where workflow_id = $1 order by at', [id])).rows;
    await waitUntil(async () => (await list()).length === 1, 'the first step');
    await quicken(world, id);
    const staying = await spawnWorker(world);
    await leaving.stop();
    assert.deepEqual(await api.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
    const rows = await list();
    // How far the leaving one came depends on how long the other took to start; nothing is done twice.
    assert.equal(rows.length, 3);
    assert.equal(rows[0]?.pid, leaving.pid);
    isHanded = rows[2]?.pid === staying.pid;
    // On a busy machine it was through before: the next one has the other's time.
    leaving = staying;
  }
});

test('processes that start at once on a new database all come up', async (t) => {
  const world = await openWorld(t);
  await world.postgres.query('drop schema if exists dbos cascade');
  await Promise.all([spawnWorker(world), spawnWorker(world), spawnWorker(world)]);
  const { rows } = await world.postgres.query<{ count: number }>('select count(*) as count from worker_heartbeats');
  assert.equal(rows[0]?.count, 3);
});
