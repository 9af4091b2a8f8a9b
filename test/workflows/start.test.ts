import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { AppError } from '#kernel/errors.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { abc, act, defineWorkflow } from './workflows.ts';
import { listEffects, openWorld } from './world.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { domainOnboarding } from '#areas/domains/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const greet = defineWorkflow({
  name: 'greet',
  summary: 'sends one greeting',
  input: z.object({ name: z.string().min(1), since: z.date().optional() }),
  queue: GENERAL_TASKS,
  idOf: ({ name }) => `greet-${name}`,
  run: async (ctx, { name, since }) => {
    await ctx.step('greet', () => act(ctx.postgres, ctx.workflowId, 'greet'));
    return { greeted: name, since };
  },
});

test('starts workflows in every way, and each once', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([greet, abc]);
  const { workflows } = runtime;

  await t.test('a workflow exists if and only if its transaction commits', async () => {
    await assert.rejects(
      world.postgres.transaction(async (tx) => {
        await workflows.enqueue(tx, 'greet', { name: 'rolled-back' });
        throw new Error('no');
      }),
      /no/u,
    );
    assert.equal(await workflows.find('greet-rolled-back'), undefined);
    const id = await world.postgres.transaction(async (tx) => await workflows.enqueue(tx, 'greet', { name: 'committed' }));
    assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: { greeted: 'committed' } });
  });

  await t.test('starting twice begins nothing twice', async () => {
    const ids = await Promise.all([
      workflows.start('greet', { name: 'ann' }),
      workflows.start('greet', { name: 'ann' }),
      workflows.startNow('greet', { name: 'ann' }),
      workflows.startNow('greet', { name: 'ann' }),
    ]);
    assert.deepEqual(new Set(ids), new Set(['greet-ann']));
    await workflows.waitFor('greet-ann', PATIENCE_MS);
    await workflows.startNow('greet', { name: 'ann' });
    await workflows.start('greet', { name: 'ann' });
    await workflows.waitFor('greet-ann', PATIENCE_MS);
    assert.deepEqual(await listEffects(world.postgres, 'greet-ann'), ['greet']);
  });

  await t.test('keeps dates, and shows type, input, output and steps', async () => {
    const since = new Date('2026-03-01T10:00:00.000Z');
    const id = await workflows.startNow('greet', { name: 'dates', since });
    assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: { greeted: 'dates', since } });
    const instance = await workflows.find(id);
    assert.equal(instance?.type, 'greet');
    assert.equal(instance.status, 'completed');
    assert.deepEqual(instance.input, { name: 'dates', since });
    const [step, ...others] = await workflows.listSteps(id);
    assert.equal(step?.name, 'greet');
    assert.equal(step.status, 'completed');
    assert.ok(step.startedAt && step.completedAt && step.startedAt <= step.completedAt);
    assert.deepEqual(others, []);
  });

  await t.test('ids are random without a subject, and given ones win', async () => {
    assert.match(await workflows.start('abc', {}), /^wf_[0-9a-z]{26}$/u);
    assert.equal(await workflows.start('abc', {}, { id: 'mine' }), 'mine');
    await workflows.waitFor('mine', PATIENCE_MS);
  });

  await t.test('a bad input names its fields and starts nothing', async () => {
    for (const start of [workflows.start, workflows.startNow]) {
      await assert.rejects(start('greet', { name: '', since: 'yesterday' }), (error: AppError) => {
        assert.equal(error.status, 400);
        assert.deepEqual(
          (error.details as { path: string }[]).map((problem) => problem.path),
          ['name', 'since'],
        );
        return true;
      });
    }
    await assert.rejects(workflows.start('nobody', {}), { status: 404, error: 'Workflow type not found' });
  });

  await t.test('a delayed one starts later, by itself', async () => {
    const id = await workflows.start('greet', { name: 'later' }, { delayMs: 1_200 });
    assert.equal((await workflows.find(id))?.status, 'queued');
    assert.equal(await workflows.waitFor(id, 300), undefined);
    assert.ok(await workflows.waitFor(id, PATIENCE_MS));
  });

  await t.test('waiting ends with the wait, and unknown ids are not waited for', async () => {
    const id = await workflows.start('abc', { pauseMs: 150 });
    assert.equal(await workflows.waitFor(id, 50), undefined);
    assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
    await assert.rejects(workflows.waitFor('unknown', 50), { status: 404, error: 'Workflow not found' });
    await assert.rejects(workflows.listSteps('unknown'), { status: 404 });
    assert.equal(await workflows.find('unknown'), undefined);
  });

  await t.test('lists by type, status and age, newest first', async () => {
    const all = await workflows.list({ limit: 100, offset: 0 });
    assert.deepEqual(
      all.map(({ createdAt }) => createdAt.getTime()),
      all.map(({ createdAt }) => createdAt.getTime()).toSorted((a, b) => b - a),
    );
    const greets = await workflows.list({ type: 'greet', statuses: ['completed'], limit: 100, offset: 0 });
    assert.deepEqual(new Set(greets.map((instance) => instance.type)), new Set(['greet']));
    assert.deepEqual(
      (await workflows.list({ type: 'greet', limit: 1, offset: 1 })).map(({ id }) => id),
      [greets[1]?.id],
    );
    assert.deepEqual(await workflows.list({ since: new Date('2200-01-01'), limit: 10, offset: 0 }), []);
  });
});

test('refuses to be used before its start, and to run twice in a process', async (t) => {
  const world = await openWorld(t);
  const early = makeWorkflowRuntime({
    postgres: world.postgres,
    logger: (await import('#kernel/logger.ts')).makeLogger('fatal'),
    isWorker: true,
  });
  await assert.rejects(early.workflows.start('abc', {}), /before their runtime has started/u);
  await world.start([abc]);
  await assert.rejects(early.start({ context: {}, list: [], schedules: [] }), /stop the other runtime first/u);
});

test('a process that is no worker leaves the queues to others', async (t) => {
  const world = await openWorld(t);
  const api = await world.start([abc], { isWorker: false });
  const queued = await api.workflows.start('abc', {});
  assert.deepEqual(await api.workflows.waitFor(await api.workflows.startNow('abc', {}), PATIENCE_MS), { output: 'done' });
  assert.equal((await api.workflows.find(queued))?.status, 'queued');
  await api.stop();
  const worker = await world.start([abc]);
  assert.deepEqual(await worker.workflows.waitFor(queued, PATIENCE_MS), { output: 'done' });
});

test('a queue keeps its limit and takes lower priorities first', async (t) => {
  const world = await openWorld(t);
  const LIMIT = 5;
  const full = Promise.withResolvers<void>();
  let running = 0;
  let runningMost = 0;
  const crowded = defineWorkflow({
    name: 'crowded',
    summary: 'counts how many run at once',
    input: z.object({}),
    queue: domainOnboarding,
    run: async (ctx) => {
      await ctx.step('crowd', async () => {
        running += 1;
        runningMost = Math.max(runningMost, running);
        await act(ctx.postgres, ctx.workflowId, 'crowd');
        // The first ones stay until the queue is as full as it may be.
        if (running === LIMIT) full.resolve();
        await full.promise;
        await new Promise((resolve) => setTimeout(resolve, 50));
        running -= 1;
      });
    },
  });
  const api = await world.start([crowded], { isWorker: false });
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.push(await api.workflows.start('crowded', {}, { priority: 9 }));
  const urgent = await api.workflows.start('crowded', {}, { priority: 1 });
  await api.stop();
  const worker = await world.start([crowded]);
  await Promise.all([...ids, urgent].map((id) => worker.workflows.waitFor(id, PATIENCE_MS)));
  assert.equal(runningMost, LIMIT);
  const { rows } = await world.postgres.query<{ workflowId: string }>('select workflow_id from effects order by at limit 5');
  assert.ok(rows.some((row) => row.workflowId === urgent));
});
