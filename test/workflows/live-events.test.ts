import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Live, LiveFields } from '#kernel/live.ts';
import { abc, act, defineWorkflow, family } from './workflows.ts';
import { makeGate, openWorld, waitForStatus } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { serpRuns } from '#areas/rankings/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

type Told = LiveFields & { readonly topic: string };

/** A watcher of everything, who keeps it. */
function makeWatcher(): { live: Live; told: Told[]; statesOf(id: string): string[]; stepsOf(id: string): string[] } {
  const told: Told[] = [];
  const outlet = { isWanted: () => true, publish: (topic: string, fields: LiveFields) => void told.push({ topic, ...fields }) };
  const of = (topic: string, id: string): Told[] => told.filter((one) => one.topic === topic && one['workflow_id'] === id);
  return {
    live: { ...outlet, here: outlet },
    told,
    statesOf: (id) => of('workflow', id).map(({ status }) => String(status)),
    stepsOf: (id) => of('step', id).map(({ step, status, attempt }) => `${String(step)} ${String(status)} ${String(attempt)}`),
  };
}

const stubborn = defineWorkflow({
  name: 'stubborn',
  summary: 'a step that works the second time, and one that never does',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => {
    await ctx.step('twice', ({ attempt }) => (attempt === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve()));
    await ctx.step('never', () => Promise.reject(new Error('never')), { retry: 'none' });
  },
});

test('states and steps are told as they come, and recorded steps not again', async (t) => {
  const world = await openWorld(t);
  const { live, told, statesOf, stepsOf } = makeWatcher();
  const gate = makeGate();
  const reached = makeGate();
  const halting = defineWorkflow({
    name: 'halting',
    summary: 'waits in its second step',
    input: z.object({}),
    queue: serpRuns,
    run: async (ctx) => {
      await ctx.step('first', () => act(ctx.postgres, ctx.workflowId, 'first'));
      await ctx.step('second', async () => (reached.open(), await gate.passed));
      await ctx.step('third', () => act(ctx.postgres, ctx.workflowId, 'third'));
    },
  });
  const runtime = await world.start([abc, family, stubborn, halting], { live });
  const { workflows } = runtime;

  await t.test('failed tries are told with their attempts, and the end with its error', async () => {
    const id = await workflows.start('stubborn', {});
    await assert.rejects(workflows.waitFor(id, PATIENCE_MS));
    await waitUntil(() => Promise.resolve(statesOf(id).includes('failed')), 'the end to be told');
    assert.deepEqual(stepsOf(id), [
      'twice running 1',
      'twice failed 1',
      'twice running 2',
      'twice completed 2',
      'never running 1',
      'never failed 1',
    ]);
    const end = told.find(({ topic, workflow_id: of, status }) => topic === 'workflow' && of === id && status === 'failed');
    assert.deepEqual([end?.['error'], end?.['queue']], ['never', 'general-tasks']);
  });

  await t.test('what is enqueued is told at the commit, and what is rolled back never', async () => {
    const refused = world.postgres.transaction(async (tx) => {
      await workflows.enqueue(tx, 'abc', {}, { id: 'rolled-back', delayMs: 60_000 });
      throw new Error('no');
    });
    await assert.rejects(refused);
    await world.postgres.transaction((tx) => workflows.enqueue(tx, 'abc', {}, { id: 'delayed', delayMs: 60_000 }));
    await waitUntil(() => Promise.resolve(statesOf('delayed').length > 0), 'the enqueued one to be told');
    assert.deepEqual(statesOf('delayed'), ['queued']);
    assert.deepEqual(statesOf('rolled-back'), []);
  });

  await t.test('children are told with their parent', async () => {
    const id = await workflows.start('family', {});
    await workflows.waitFor(id, PATIENCE_MS);
    const child = told.find(({ topic, workflow_id: of }) => topic === 'workflow' && of === `${id}-1`);
    assert.ok(child?.['parent_id'] === undefined || child['parent_id'] === id);
    await waitUntil(() => Promise.resolve(statesOf(`${id}-5`).includes('completed')), 'the last child to be told');
  });

  await t.test('pause, resume and terminate are told, and what was done before is not told again', async () => {
    const id = await workflows.start('halting', {});
    await reached.passed;
    await workflows.pause(id);
    await waitUntil(() => Promise.resolve(statesOf(id).includes('paused')), 'the pause to be told');
    gate.open();
    await waitForStatus(runtime, id, 'paused');
    await waitUntil(async () => {
      const { rowCount } = await world.postgres.query(
        `select 1 from dbos.workflow_status where workflow_uuid = $1 and status = 'CANCELLED'`,
        [id],
      );
      return rowCount === 1;
    }, 'it to have left');
    await workflows.resume(id);
    await workflows.waitFor(id, PATIENCE_MS);
    await waitUntil(() => Promise.resolve(statesOf(id).at(-1) === 'completed'), 'the end to be told');
    assert.equal(stepsOf(id).filter((step) => step === 'first running 1').length, 1);
    assert.equal(stepsOf(id).filter((step) => step === 'third completed 1').length, 1);
    assert.equal(statesOf(id).includes('failed'), false, 'to be paused is no failure');

    await workflows.terminate('delayed');
    await waitUntil(() => Promise.resolve(statesOf('delayed').includes('terminated')), 'the termination to be told');
  });

  await t.test('the depths of the queues are told', async () => {
    const isTold = (): boolean =>
      told.some(({ topic, queue, pending }) => topic === 'queue' && queue === 'general-tasks' && Number.isInteger(pending));
    await waitUntil(() => Promise.resolve(isTold()), 'a depth to be told');
  });
});
