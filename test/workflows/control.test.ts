import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { abc, act, defineWorkflow } from './workflows.ts';
import { listEffects, makeGate, openWorld, waitForStatus } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { serpRuns } from '#areas/rankings/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Steps `one` and `two`; `one` waits at a gate of the test's, or for the end of its signal. */
function makeGated() {
  const begun = makeGate();
  const gate = makeGate();
  const reasons: unknown[] = [];
  const workflow = defineWorkflow({
    name: 'gated',
    summary: 'two steps, the first of which waits at a gate',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) => {
      const first = await ctx.step('one', async ({ signal }) => {
        signal.addEventListener('abort', () => void reasons.push(signal.reason));
        await act(ctx.postgres, ctx.workflowId, 'one');
        begun.open();
        await gate.passed;
        return 1;
      });
      return await ctx.step('two', async () => {
        await act(ctx.postgres, ctx.workflowId, 'two');
        return first + 1;
      });
    },
  });
  return { workflow, begun, gate, reasons };
}

test('pauses at the next step boundary and resumes without repeating a step', async (t) => {
  const world = await openWorld(t);
  const { workflow, begun, gate, reasons } = makeGated();
  const runtime = await world.start([workflow]);
  const { workflows } = runtime;
  const id = await workflows.start('gated', {});
  await begun.passed;
  assert.deepEqual(
    (await workflows.listSteps(id)).map((step) => [step.name, step.status]),
    [['one', 'running']],
  );
  await workflows.pause(id);
  await workflows.pause(id);
  assert.equal((await workflows.find(id))?.status, 'paused');
  gate.open();
  await waitUntil(async () => (await workflows.listSteps(id))[0]?.status === 'completed', 'the step in flight to be recorded');
  assert.equal(await workflows.waitFor(id, 400), undefined);
  assert.equal((await workflows.find(id))?.status, 'paused');
  assert.deepEqual(await listEffects(world.postgres, id), ['one']);
  assert.deepEqual(reasons, []);

  await workflows.resume(id);
  assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 2 });
  assert.deepEqual(await listEffects(world.postgres, id), ['one', 'two']);
});

test('a pause that is withdrawn in time changes nothing', async (t) => {
  const world = await openWorld(t);
  const { workflow, begun, gate } = makeGated();
  const { workflows } = await world.start([workflow]);
  const id = await workflows.startNow('gated', {});
  await begun.passed;
  await workflows.pause(id);
  await workflows.resume(id);
  gate.open();
  assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 2 });
  assert.deepEqual(await listEffects(world.postgres, id), ['one', 'two']);
});

test('pauses, resumes and terminates what still waits in its queue', async (t) => {
  const world = await openWorld(t);
  const api = await world.start([abc], { isWorker: false });
  const [resumed, terminated, still] = [
    await api.workflows.start('abc', {}),
    await api.workflows.start('abc', {}),
    await api.workflows.start('abc', {}),
  ];
  for (const id of [resumed, terminated, still]) await api.workflows.pause(id);
  assert.equal((await api.workflows.find(resumed))?.status, 'paused');
  await api.workflows.resume(resumed);
  assert.equal((await api.workflows.find(resumed))?.status, 'queued');
  await api.workflows.terminate(terminated);
  assert.equal((await api.workflows.find(terminated))?.status, 'terminated');
  await api.stop();

  const worker = await world.start([abc]);
  await waitForStatus(worker, resumed, 'completed');
  assert.equal((await worker.workflows.find(still))?.status, 'paused');
  assert.deepEqual(await listEffects(world.postgres, still), []);
  assert.deepEqual(
    (await worker.workflows.list({ statuses: ['paused', 'terminated'], limit: 10, offset: 0 })).map(({ id }) => id).toSorted(),
    [still, terminated].toSorted(),
  );
});

test('pauses a step that waits for its next try', async (t) => {
  const world = await openWorld(t);
  let isBroken = true;
  const flaky = defineWorkflow({
    name: 'flaky',
    summary: 'fails until the test repairs it',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) =>
      await ctx.step('flake', async ({ attempt }) => {
        await act(ctx.postgres, ctx.workflowId, `try ${attempt}`);
        if (isBroken) throw new Error('broken');
        return 'repaired';
      }),
  });
  const { workflows } = await world.start([flaky], { retryWaitsMs: [60_000] });
  const id = await workflows.start('flaky', {});
  await waitUntil(async () => world.log.some((line) => line['wait_ms'] === 60_000), 'the first failure');
  await workflows.pause(id);
  await waitUntil(async () => (await workflows.listSteps(id)).length === 0, 'the run to leave');
  isBroken = false;
  await workflows.resume(id);
  assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 'repaired' });
  assert.deepEqual(await listEffects(world.postgres, id), ['try 1', 'try 2']);
});

test('terminates at once, with the children that have not ended', async (t) => {
  const world = await openWorld(t);
  const { workflow, begun, reasons } = makeGated();
  const parent = defineWorkflow({
    name: 'parent',
    summary: 'waits for a child',
    input: z.object({}),
    queue: serpRuns,
    run: async (ctx) => await ctx.waitForAll(await ctx.enqueueAll('gated', [{ id: 'child', input: {} }])),
  });
  const runtime = await world.start([workflow, parent]);
  const { workflows, deadLetters } = runtime;
  const id = await workflows.start('parent', {});
  await begun.passed;
  await workflows.terminate(id);
  assert.deepEqual([(await workflows.find(id))?.status, (await workflows.find('child'))?.status], ['terminated', 'terminated']);
  await assert.rejects(workflows.waitFor(id, PATIENCE_MS), { status: 409, error: 'Workflow was terminated' });
  await waitUntil(async () => reasons.length === 1, 'the signal of the step');
  assert.deepEqual(await listEffects(world.postgres, 'child'), ['one']);
  assert.deepEqual(await deadLetters.list({ limit: 10, offset: 0 }), []);
});

test('refuses what a state does not allow', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([abc]);
  const { workflows } = runtime;
  const done = await workflows.start('abc', {});
  await workflows.waitFor(done, PATIENCE_MS);
  await assert.rejects(workflows.pause(done), { status: 409, error: 'Workflow is already completed' });
  await assert.rejects(workflows.resume(done), { status: 409, error: 'Workflow is not paused' });
  await assert.rejects(workflows.terminate(done), { status: 409, error: 'Workflow is already completed' });
  const gone = await workflows.start('abc', {}, { delayMs: 60_000 });
  await workflows.terminate(gone);
  await assert.rejects(workflows.terminate(gone), { status: 409, error: 'Workflow is already terminated' });
  await assert.rejects(workflows.resume(gone), { status: 409 });
  for (const change of [workflows.pause, workflows.resume, workflows.terminate]) {
    await assert.rejects(change('unknown'), { status: 404, error: 'Workflow not found' });
  }
});
