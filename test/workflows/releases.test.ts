import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { requeueOrphans } from '#workflows/dbos/write/recovery.ts';
import { spawnWorker } from './worker.ts';
import { abc, act, defineWorkflow, newcomer } from './workflows.ts';
import { openWorld } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const NEWCOMERS = 30;

test('two releases side by side: each does what it knows, and the new one finishes what the old one began', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  // The release before knows no `newcomer`.
  const old = await spawnWorker(world);
  const api = await world.start([abc], { isWorker: false });
  const begun = await api.workflows.start('abc', { pauseMs: 4_000 });
  await waitUntil(async () => (await postgres.query('select 1 from effects')).rowCount === 1, 'the first step');
  await api.stop();
  const fresh = await world.start([abc, newcomer]);

  // An old process that took them would hold them for a minute and could not run them.
  const ids = await Promise.all(Array.from({ length: NEWCOMERS }, () => fresh.workflows.start('newcomer', {})));
  for (const id of ids) assert.deepEqual(await fresh.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
  const { rows } = await postgres.query<{ pid: number }>(`select distinct pid from effects where step = 'new'`);
  assert.deepEqual(rows, [{ pid: process.pid }]);

  await postgres.query(`update dbos.workflow_input set inputs = '[{"pauseMs":0}]' where workflow_uuid = $1`, [begun]);
  await old.stop();
  assert.deepEqual(await fresh.workflows.waitFor(begun, PATIENCE_MS), { output: 'done' });
  const steps = await postgres.query<{ step: string }>('select step from effects where workflow_id = $1 order by at', [begun]);
  assert.deepEqual(
    steps.rows.map((row) => row.step),
    ['a', 'b', 'c'],
  );
});

test('an old process leaves alone what it cannot name a queue for', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([newcomer], { isWorker: false });
  const id = await runtime.workflows.start('newcomer', {});
  await world.postgres.query(
    `update dbos.workflow_status set status = 'PENDING', queue_name = null, executor_id = 'exec_gone' where workflow_uuid = $1`,
    [id],
  );
  assert.equal(await requeueOrphans(world.postgres, [abc] as never), 0);
  await waitUntil(async () => {
    const { rows } = await world.postgres.query('select queue_name from dbos.workflow_status where workflow_uuid = $1', [id]);
    return rows[0]?.['queueName'] === 'general-tasks';
  }, 'the one that knows it to give it back to its queue');
});

test('a release that changed the steps of a workflow under way finds out, and does nothing wrong in silence', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const before = await world.start([abc]);
  const id = await before.workflows.start('abc', { pauseMs: 1_000 });
  await waitUntil(async () => (await postgres.query('select 1 from effects')).rowCount === 1, 'the first step');
  await before.stop();
  const changed = defineWorkflow({
    name: 'abc',
    summary: 'other steps under the same name',
    queue: GENERAL_TASKS,
    input: z.object({ pauseMs: z.number() }),
    run: async (ctx) => {
      for (const name of ['x', 'y']) await ctx.step(name, () => act(ctx.postgres, ctx.workflowId, name));
    },
  });
  const after = await world.start([changed]);
  await assert.rejects(after.workflows.waitFor(id, PATIENCE_MS));
  const letters = await after.deadLetters.list({ limit: 10, offset: 0 });
  assert.deepEqual(
    letters.map((letter) => [letter.workflowId, letter.error.includes('function a was recorded when x was expected')]),
    [[id, true]],
  );
  const { rows } = await postgres.query<{ step: string }>('select step from effects');
  assert.deepEqual(rows, [{ step: 'a' }]);
});

test('an older release that starts again leaves the schedules of a newer one alone, and removes what it had itself', async (t) => {
  const world = await openWorld(t);
  const listNames = async (): Promise<string[]> => {
    const { rows } = await world.postgres.query<{ name: string }>(
      `select schedule_name as name from dbos.workflow_schedules where schedule_name <> 'workflow-prune' order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const startRelease = async (version: string, names: readonly string[]): Promise<string[]> => {
    const schedules = names.map((name) => ({ name, cron: '0 0 1 1 *', workflow: 'abc', input: {} }));
    const runtime = await world.start([abc], { version, schedules });
    await runtime.stop();
    return await listNames();
  };
  assert.deepEqual(await startRelease('1.9.0', ['both', 'retired']), ['both', 'retired']);
  assert.deepEqual(await startRelease('1.10.0', ['both', 'new']), ['both', 'new'], 'what the older one made is removed');
  assert.deepEqual(await startRelease('1.9.0', ['both', 'retired']), ['both', 'new', 'retired'], 'what the newer one made stays');
  assert.deepEqual(await startRelease('1.9.1', ['both']), ['both', 'new']);
  assert.deepEqual(await startRelease('1.9.0', []), ['both', 'new'], 'the newer one wants it, too');
  assert.deepEqual(await startRelease('1.10.0', ['both']), ['both'], 'its own it removes');
});
