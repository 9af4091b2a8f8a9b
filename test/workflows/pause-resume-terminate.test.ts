import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { WorkflowRuntime } from '#workflows/runtime-types.ts';
import type { WorkflowStatus } from '#workflows/types.ts';
import { act, defineWorkflow, type WorldContext } from './workflows.ts';
import { listEffects, makeGate, openWorld, waitForStatus } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { serpChecks, serpRuns } from '#areas/rankings/queues.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** A workflow `kind` that stays in one kind of waiting until the test releases it; then it does `after`. */
function makeWaiting() {
  const state = { isFree: false, looks: 0, beforeChildren: async (): Promise<void> => undefined };
  const held = defineWorkflow({
    name: 'held',
    summary: 'a child that ends when it is let',
    input: z.object({}),
    queue: serpChecks,
    run: async (ctx) => {
      await ctx.step('first', () => act(ctx.postgres, ctx.workflowId, 'first'));
      await ctx.waitUntil(async () => (state.isFree ? true : undefined));
      await ctx.step('last', () => act(ctx.postgres, ctx.workflowId, 'last'));
    },
  });
  const waiting = defineWorkflow({
    name: 'waiting',
    summary: 'waits in one way between two steps',
    input: z.object({ kind: z.enum(['look', 'children']) }),
    queue: serpRuns,
    steps: ['before', 'after'],
    run: async (ctx, { kind }) => {
      await ctx.step('before', () => act(ctx.postgres, ctx.workflowId, 'before'));
      if (kind === 'look') {
        await ctx.waitUntil(async () => {
          state.looks += 1;
          return state.isFree ? true : undefined;
        });
      } else {
        await state.beforeChildren();
        const ids = [1, 2].map((n) => ({ id: `${ctx.workflowId}-${n}`, input: {} }));
        await ctx.waitForAll(await ctx.enqueueAll('held', ids));
      }
      await ctx.step('after', () => act(ctx.postgres, ctx.workflowId, 'after'));
      return 'done';
    },
  });
  return { state, list: [held, waiting] };
}

async function statusesOf({ workflows }: WorkflowRuntime<WorldContext>, ids: readonly string[]): Promise<(WorkflowStatus | undefined)[]> {
  return await Promise.all(ids.map(async (id) => (await workflows.find(id))?.status));
}

test('a workflow that looks for something is paused between two looks', async (t) => {
  const world = await openWorld(t);
  const { state, list } = makeWaiting();
  const { workflows } = await world.start(list);
  const id = await workflows.start('waiting', { kind: 'look' });
  await waitUntil(async () => state.looks > 0, 'the first look');
  assert.deepEqual(
    (await workflows.listSteps(id)).map(({ name, status }) => [name, status]),
    [
      ['before', 'completed'],
      ['after', 'pending'],
    ],
  );
  await workflows.pause(id);
  const isParked = async (): Promise<boolean> =>
    (await world.postgres.query(`select 1 from dbos.workflow_status where workflow_uuid = $1 and status = 'CANCELLED'`, [id])).rowCount ===
    1;
  await waitUntil(isParked, 'the run to leave');
  state.isFree = true;
  assert.equal(await workflows.waitFor(id, 200), undefined);
  await workflows.resume(id);
  assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
  assert.deepEqual(await listEffects(world.postgres, id), ['before', 'after']);
});

test('children are shown with their parent, and are paused and resumed with it, over a restart too', async (t) => {
  const world = await openWorld(t);
  const { state, list } = makeWaiting();
  const first = await world.start(list);
  const id = await first.workflows.start('waiting', { kind: 'children' });
  const children = [`${id}-1`, `${id}-2`];
  await waitUntil(
    async () => (await Promise.all(children.map((child) => listEffects(world.postgres, child)))).every((done) => done.length === 1),
    'the children',
  );
  assert.deepEqual(await first.workflows.findFamily(id), {
    parent: undefined,
    children: children.map((child) => ({ id: child, type: 'held', status: 'running' })),
    childrenTotal: 2,
  });
  assert.deepEqual((await first.workflows.findFamily(`${id}-1`)).parent, { id, type: 'waiting', status: 'running' });

  // One is paused for itself before, and stays so when the family goes on.
  await first.workflows.pause(`${id}-2`);
  await first.workflows.pause(id);
  assert.deepEqual(await statusesOf(first, [id, ...children]), ['paused', 'paused', 'paused']);
  await first.stop(5_000);

  state.isFree = true;
  const second = await world.start(list);
  assert.deepEqual(await statusesOf(second, [id, ...children]), ['paused', 'paused', 'paused']);
  await second.workflows.resume(id);
  await waitForStatus(second, `${id}-1`, 'completed');
  assert.equal((await second.workflows.find(`${id}-2`))?.status, 'paused');
  await second.workflows.resume(`${id}-2`);
  assert.deepEqual(await second.workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
  for (const child of children) assert.deepEqual(await listEffects(world.postgres, child), ['first', 'last']);
  assert.deepEqual(await listEffects(world.postgres, id), ['before', 'after']);
});

test('a child that was paused with its parent can be resumed alone', async (t) => {
  const world = await openWorld(t);
  const { state, list } = makeWaiting();
  const runtime = await world.start(list);
  const { workflows } = runtime;
  const id = await workflows.start('waiting', { kind: 'children' });
  await waitForStatus(runtime, `${id}-1`, 'running');
  await workflows.pause(id);
  state.isFree = true;
  await workflows.resume(`${id}-1`);
  await waitForStatus(runtime, `${id}-1`, 'completed');
  assert.deepEqual(await statusesOf(runtime, [id, `${id}-2`]), ['paused', 'paused']);
  await workflows.terminate(id);
  assert.deepEqual(await statusesOf(runtime, [id, `${id}-1`, `${id}-2`]), ['terminated', 'completed', 'terminated']);
});

for (const [change, status] of [
  ['pause', 'paused'],
  ['terminate', 'terminated'],
] as const) {
  test(`children that are being made at a ${change} of their workflow share it`, async (t) => {
    const world = await openWorld(t);
    const { state, list } = makeWaiting();
    const runtime = await world.start(list, { isWorker: false });
    const begun = makeGate();
    const gate = makeGate();
    state.beforeChildren = async () => {
      begun.open();
      await gate.passed;
    };
    // A process that is no worker leaves the children in their queue: only the change can move them.
    const id = await runtime.workflows.startNow('waiting', { kind: 'children' });
    await begun.passed;
    const client = await world.postgres.pool.connect();
    // Holds up the rows of the children, whose workflow has its own by now.
    await client.query('begin; lock table dbos.workflow_input in share mode');
    gate.open();
    const isHeldUp = async (): Promise<boolean> =>
      (await world.postgres.query(`select 1 from pg_locks where not granted and relation = 'dbos.workflow_input'::regclass`)).rowCount ===
      1;
    await waitUntil(isHeldUp, 'the children to be held up');
    await runtime.workflows[change](id);
    await client.query('commit');
    client.release();
    for (const child of [`${id}-1`, `${id}-2`]) await waitForStatus(runtime, child, status);
    assert.equal((await runtime.workflows.find(id))?.status, status);
    assert.deepEqual(await listEffects(world.postgres, id), ['before']);
  });
}

test('terminates a step that waits for its next try', async (t) => {
  const world = await openWorld(t);
  const flaky = defineWorkflow({
    name: 'flaky',
    summary: 'always fails',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) =>
      await ctx.step('flake', () => act(ctx.postgres, ctx.workflowId, 'try').then(() => Promise.reject(new Error('broken')))),
  });
  const { workflows, deadLetters } = await world.start([flaky], { retryWaitsMs: [60_000] });
  const id = await workflows.start('flaky', {});
  const readWaitMs = async (): Promise<unknown> => (await workflows.listEvents(id, { limit: 10, offset: 0 })).events.at(-1)?.waitMs;
  await waitUntil(async () => (await readWaitMs()) === 60_000, 'the first failure');
  const [step] = await workflows.listSteps(id);
  assert.deepEqual([step?.status, step?.attempts, step?.error], ['running', 1, 'broken']);
  await workflows.terminate(id);
  await waitUntil(async () => (await workflows.listSteps(id)).length === 0, 'the run to leave');
  assert.equal((await workflows.find(id))?.status, 'terminated');
  assert.deepEqual(await listEffects(world.postgres, id), ['try']);
  assert.deepEqual(await deadLetters.list({ limit: 10, offset: 0 }), []);
  const { events, total } = await workflows.listEvents(id, { limit: 10, offset: 0 });
  assert.deepEqual(
    events.map(({ event, step: name, attempt, error, waitMs }) => [event, name, attempt, error, waitMs]),
    [
      ['queued', undefined, undefined, undefined, undefined],
      ['attempt_failed', 'flake', 1, 'broken', 60_000],
      ['terminated', undefined, undefined, undefined, undefined],
    ],
  );
  assert.equal(total, 3);
});

test('a step that hangs is timed out, tried again, and does no harm when it ends late', async (t) => {
  const world = await openWorld(t);
  const late = makeGate();
  const lateEnded = makeGate();
  const hanging = defineWorkflow({
    name: 'hanging',
    summary: 'hangs at the first try, and ends that one late',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) =>
      await ctx.step(
        'hang',
        async ({ attempt }) => {
          if (attempt > 1) return 'second';
          await late.passed;
          lateEnded.open();
          return 'first';
        },
        { timeoutMs: 50 },
      ),
  });
  const { workflows } = await world.start([hanging]);
  const id = await workflows.start('hanging', {});
  assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 'second' });
  late.open();
  await lateEnded.passed;
  assert.equal((await workflows.find(id))?.output, 'second');
  const [step, ...others] = await workflows.listSteps(id);
  assert.deepEqual([step?.status, step?.attempts, others], ['completed', 2, []]);
  const { events } = await workflows.listEvents(id, { limit: 10, offset: 0 });
  assert.deepEqual(
    events.map(({ event, attempt, error }) => [event, attempt, error]),
    [
      ['queued', undefined, undefined],
      ['started', undefined, undefined],
      ['attempt_failed', 1, 'step hang took longer than 50 ms'],
      ['step_completed', 2, undefined],
      ['completed', undefined, undefined],
    ],
  );
});

test('a step without a time of its own is given up after ten minutes', async (t) => {
  const world = await openWorld(t);
  const begun = makeGate();
  const stuck = defineWorkflow({
    name: 'stuck',
    summary: 'never ends',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) =>
      await ctx.step('stick', async () => {
        begun.open();
        await new Promise(() => undefined);
      }),
  });
  const { workflows, deadLetters } = await world.start([stuck]);
  const delays: number[] = [];
  const { setTimeout: realSetTimeout } = globalThis;
  // Only the long timer of the step is brought forward; the engine and the wait below keep their time.
  t.mock.method(globalThis, 'setTimeout', ((work: () => void, ms = 0) => {
    if (ms < 600_000) return realSetTimeout(work, ms);
    delays.push(ms);
    return realSetTimeout(work, 0);
  }) as typeof setTimeout);
  const id = await workflows.startNow('stuck', {});
  await begun.passed;
  await assert.rejects(workflows.waitFor(id, PATIENCE_MS), /step stick took longer than 600000 ms/u);
  assert.ok(delays.includes(600_000));
  assert.equal(await deadLetters.count({ workflow: 'stuck' }), 1);
});
