import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { abc, act, defineWorkflow, tick } from './workflows.ts';
import { listEffects, makeGate, openWorld, waitForStatus } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('drain mode acknowledges queued work without doing it, and counts it', async (t) => {
  const world = await openWorld(t);
  const api = await world.start([abc], { isWorker: false });
  const queued = await api.workflows.start('abc', {});
  await api.stop();
  await world.postgres.query(`insert into settings (name, value) values ('drain_mode', 'true')`);
  const { workflows, countDrained } = await world.start([abc]);
  assert.deepEqual(await workflows.waitFor(queued, PATIENCE_MS), { output: { drained: true } });
  assert.deepEqual(await listEffects(world.postgres, queued), []);
  assert.equal(await countDrained(), 1);

  const awaited = await workflows.startNow('abc', {});
  assert.deepEqual(await workflows.waitFor(awaited, PATIENCE_MS), { output: 'done' });

  await world.postgres.query(`update settings set value = 'false' where name = 'drain_mode'`);
  await waitUntil(async () => {
    const next = await workflows.start('abc', {});
    return (await workflows.waitFor(next, PATIENCE_MS))?.output === 'done';
  }, 'work to be done again');
});

test('what was begun before drain mode is finished', async (t) => {
  const world = await openWorld(t);
  const first = await world.start([abc]);
  const id = await first.workflows.start('abc', { pauseMs: 100 });
  await waitUntil(async () => (await first.workflows.listSteps(id)).length > 0, 'the first step');
  await world.postgres.query(`insert into settings (name, value) values ('drain_mode', 'true')`);
  await first.stop(5_000);
  const second = await world.start([abc]);
  assert.deepEqual(await second.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
});

/** Longer than the stop takes to be known to the runs, on a busy machine. */
const STEP_MS = 2_000;
const LONG_GRACE_MS = 120_000;

test('at a stop the step in flight ends, and the rest is left to the next start', async (t) => {
  const world = await openWorld(t);
  const first = await world.start([abc]);
  const input = { pauseMs: STEP_MS };
  const ids = [await first.workflows.start('abc', input), await first.workflows.startNow('abc', input)];
  await waitUntil(
    async () => (await Promise.all(ids.map((id) => listEffects(world.postgres, id)))).every((done) => done.length === 1),
    'the first steps',
  );
  const began = performance.now();
  await first.stop(LONG_GRACE_MS);
  assert.ok(performance.now() - began < LONG_GRACE_MS / 2);
  for (const id of ids) assert.deepEqual(await listEffects(world.postgres, id), ['a']);
  const { rowCount } = await world.postgres.query('select 1 from worker_heartbeats');
  assert.equal(rowCount, 0);

  // The next one does the steps that are left without a pause.
  await world.postgres.query(`update dbos.workflow_input set inputs = '[{"pauseMs":0}]' where workflow_uuid = any ($1)`, [ids]);
  const second = await world.start([abc]);
  for (const id of ids) {
    assert.deepEqual(await second.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
    assert.deepEqual(await listEffects(world.postgres, id), ['a', 'b', 'c']);
  }
});

test('the end of the grace aborts the step in flight, which is begun again later', async (t) => {
  const world = await openWorld(t);
  const begun = makeGate();
  let isStuck = true;
  let aborts = 0;
  const stuck = defineWorkflow({
    name: 'stuck',
    summary: 'one step that ends only in the second process',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) =>
      await ctx.step('wait', async ({ signal }) => {
        await act(ctx.postgres, ctx.workflowId, 'wait');
        begun.open();
        signal.addEventListener('abort', () => void (aborts += 1));
        return isStuck ? await new Promise(() => undefined) : 'free';
      }),
  });
  const first = await world.start([stuck]);
  const id = await first.workflows.start('stuck', {});
  await begun.passed;
  const began = performance.now();
  await first.stop(2_000);
  assert.ok(performance.now() - began < 2_000);
  assert.equal(aborts, 1);
  isStuck = false;
  const second = await world.start([stuck]);
  assert.deepEqual(await second.workflows.waitFor(id, PATIENCE_MS), { output: 'free' });
  assert.deepEqual(await second.deadLetters.list({ limit: 10, offset: 0 }), []);
});

test('a schedule starts its workflow once an instant', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([tick], {
    schedules: [{ name: 'each-second', cron: '* * * * * *', workflow: 'tick', input: { from: 'schedule' } }],
  });
  const count = async (): Promise<number> => (await world.postgres.query('select 1 from effects')).rowCount ?? 0;
  await waitUntil(async () => (await count()) >= 3, 'three ticks');
  await runtime.stop();
  const { rows } = await world.postgres.query<{ workflowId: string; times: number; step: string }>(
    'select workflow_id, step, count(*) as times from effects group by workflow_id, step order by workflow_id',
  );
  for (const row of rows) {
    assert.match(row.workflowId, /^sched-each-second-\d{4}-\d\d-\d\dT/u);
    assert.deepEqual([row.step, row.times], ['schedule', 1]);
  }
});

test('after downtime the last missed instant is made up for, and no other', async (t) => {
  const world = await openWorld(t);
  const schedules = [{ name: 'hourly', cron: '0 * * * *', workflow: 'tick', input: { from: 'late' } }];
  const first = await world.start([tick], {
    schedules: [...schedules, { name: 'gone', cron: '0 0 1 1 *', workflow: 'tick', input: { from: 'gone' } }],
  });
  await first.stop();
  const hourMs = 3_600_000;
  const thisHour = new Date(Math.floor(Date.now() / hourMs) * hourMs);
  await world.postgres.query(`update dbos.workflow_schedules set last_fired_at = $1 where schedule_name = 'hourly'`, [
    new Date(Date.now() - 50 * hourMs).toISOString(),
  ]);
  const second = await world.start([tick], { schedules });
  const id = `sched-hourly-${thisHour.toISOString()}`;
  await waitForStatus(second, id, 'completed');
  assert.deepEqual((await second.workflows.find(id))?.input, { from: 'late' });
  assert.deepEqual(
    (await second.workflows.list({ type: 'tick', limit: 10, offset: 0 })).map((instance) => instance.id),
    [id],
  );
  const { rows } = await world.postgres.query<{ name: string }>('select schedule_name as name from dbos.workflow_schedules order by 1');
  assert.deepEqual(
    rows.map((row) => row.name),
    ['hourly', 'workflow-prune'],
  );
});

test('a schedule of an unknown workflow stops the start', async (t) => {
  const world = await openWorld(t);
  await assert.rejects(
    world.start([], { schedules: [{ name: 'odd', cron: '0 * * * *', workflow: 'nobody', input: {} }] }),
    /schedule odd starts an unknown workflow: nobody/u,
  );
});

test('state of what ended long ago is removed, all else stays', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([abc]);
  const { workflows } = runtime;
  const [ended, paused] = [await workflows.start('abc', {}), await workflows.start('abc', {}, { delayMs: 60_000 })];
  await workflows.waitFor(ended, PATIENCE_MS);
  await workflows.pause(paused);
  assert.equal(await runtime.pruneFinished(new Date(Date.now() - 60_000)), 0);
  assert.equal(await runtime.pruneFinished(new Date(Date.now() + 60_000)), 1);
  assert.equal(await workflows.find(ended), undefined);
  assert.equal((await workflows.find(paused))?.status, 'paused');
  for (const table of ['workflow_input', 'workflow_output', 'operation_outputs']) {
    const { rowCount } = await world.postgres.query(`select 1 from dbos.${table} where workflow_uuid = $1`, [ended]);
    assert.equal(rowCount, 0, table);
  }
  await world.postgres.query(`insert into settings (name, value) values ('workflow_retention_days', '7')`);
  assert.deepEqual(await workflows.waitFor(await workflows.startNow('workflow-prune', {}), PATIENCE_MS), { output: { pruned: 0 } });
});

test('broken connections are replaced and no work is lost', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([abc]);
  const { workflows } = runtime;
  const before = await workflows.start('abc', { pauseMs: 100 });
  await waitUntil(async () => (await listEffects(world.postgres, before)).length === 1, 'the first step');
  await world.postgres.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const start = async (): Promise<string> => {
    for (;;) {
      const id = await workflows.start('abc', {}).catch(() => undefined);
      if (id !== undefined) return id;
    }
  };
  const after = await start();
  assert.deepEqual(await workflows.waitFor(after, PATIENCE_MS), { output: 'done' });
  assert.deepEqual(await workflows.waitFor(before, PATIENCE_MS), { output: 'done' });
  const isListening = async (): Promise<boolean> =>
    (
      await world.postgres.query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount === 1;
  await waitUntil(isListening, 'the connection for signals to come back');
});
