import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { BudgetExceededError } from '#kernel/errors.ts';
import { act, defineWorkflow } from './workflows.ts';
import { listEffects, openWorld } from './world.ts';
import { serpRuns } from '#areas/rankings/queues.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const child = defineWorkflow({
  name: 'child',
  summary: 'ends as its number says',
  input: z.object({ n: z.number() }),
  queue: serpRuns,
  run: async (ctx, { n }) => {
    await ctx.step('act', () => act(ctx.postgres, ctx.workflowId, 'act'));
    if (n === 1) throw new Error('child one fails');
    if (n === 2) throw new BudgetExceededError('llm_daily_usd', 'spent');
    return n * 10;
  },
});

const parent = defineWorkflow({
  name: 'parent',
  summary: 'enqueues children and waits for all',
  input: z.object({ prefix: z.string(), count: z.number() }),
  queue: GENERAL_TASKS,
  run: async (ctx, { prefix, count }) => {
    const children = Array.from({ length: count }, (_, n) => ({ id: `${prefix}-${n}`, input: { n } }));
    return await ctx.waitForAll(await ctx.enqueueAll('child', children));
  },
});

test('a parent learns how each child ended, in the order of the ids', async (t) => {
  const world = await openWorld(t);
  const { workflows } = await world.start([parent, child]);
  const id = await workflows.start('parent', { prefix: 'kid', count: 4 });
  const result = await workflows.waitFor(id, PATIENCE_MS);
  assert.deepEqual(result?.output, [
    { workflowId: 'kid-0', status: 'completed', output: 0 },
    { workflowId: 'kid-1', status: 'failed', error: 'child one fails' },
    {
      workflowId: 'kid-2',
      status: 'completed',
      output: { skipped: true, reason: 'budget_exceeded', budget: 'llm_daily_usd', message: 'spent' },
    },
    { workflowId: 'kid-3', status: 'completed', output: 30 },
  ]);
  assert.deepEqual(
    (await workflows.listSteps(id)).map((step) => step.name),
    ['enqueueChildren'],
  );
});

test('children that two parents want run once, and both wait for them', async (t) => {
  const world = await openWorld(t);
  const { workflows } = await world.start([parent, child]);
  const ids = [
    await workflows.start('parent', { prefix: 'shared', count: 1 }),
    await workflows.start('parent', { prefix: 'shared', count: 1 }),
  ];
  for (const id of ids)
    assert.deepEqual((await workflows.waitFor(id, PATIENCE_MS))?.output, [{ workflowId: 'shared-0', status: 'completed', output: 0 }]);
  assert.deepEqual(await listEffects(world.postgres, 'shared-0'), ['act']);
});

test('a thousand children are enqueued at once and all end', async (t) => {
  const world = await openWorld(t);
  const { workflows } = await world.start([parent, child]);
  const id = await workflows.start('parent', { prefix: 'many', count: 1_000 });
  const result = await workflows.waitFor<{ status: string }[]>(id, PATIENCE_MS);
  assert.equal(result?.output.length, 1_000);
  assert.equal(result.output.filter((end) => end.status === 'completed').length, 999);
});

test('no child starts when one has a bad input', async (t) => {
  const world = await openWorld(t);
  const careless = defineWorkflow({
    name: 'careless',
    summary: 'enqueues a good and a bad child',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (ctx) =>
      await ctx.enqueueAll('child', [
        { id: 'good', input: { n: 5 } },
        { id: 'bad', input: { n: 'five' } },
      ]),
  });
  const { workflows } = await world.start([careless, child]);
  await assert.rejects(workflows.waitFor(await workflows.start('careless', {}), PATIENCE_MS), {
    status: 400,
    details: [{ path: 'n', message: 'Invalid input: expected number, received string' }],
  });
  assert.equal(await workflows.find('good'), undefined);
});
