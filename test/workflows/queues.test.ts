import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listQueueMetrics, type QueueMetrics } from '#workflows/queues/queue-metrics.ts';
import { purgeWaiting } from '#workflows/queues/purge.ts';
import { abc, act, defineWorkflow } from './workflows.ts';
import { listEffects, makeGate, openWorld, waitForStatus, type World } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { appDetailsFetch, appKeywordSearch, fetchAppDetails } from '#areas/apps/queues.ts';
import { socialScraping } from '#areas/domains/queues.ts';
import { serpSweeps } from '#purchases/queues.ts';
import { harvestKeywords } from '#areas/research/queues.ts';
import { ENGINE_QUEUES, GENERAL_TASKS, type Queue } from '#workflows/queues/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const HOUR_MS = 3_600_000;
const QUEUES = [...ENGINE_QUEUES, socialScraping, appDetailsFetch, appKeywordSearch, serpSweeps, harvestKeywords.queue];

async function getKeywordMetrics({ postgres }: World, queue: string): Promise<QueueMetrics> {
  const found = (await listQueueMetrics(postgres, QUEUES, HOUR_MS)).find((figures) => figures.queue.name === queue);
  assert.ok(found);
  return found;
}

/** One step that fails as long as its message is in `poison`. */
function makeConsumer(name: string, queue: Queue) {
  const poison = new Set<string>();
  const workflow = defineWorkflow({
    name,
    summary: 'fails for poisonous messages',
    input: z.object({ subject: z.string() }),
    queue,
    idOf: ({ subject }) => subject,
    run: async (ctx, { subject }) => {
      await ctx.step('first', () => act(ctx.postgres, subject, 'first'));
      await ctx.step('consume', async ({ attempt }) => {
        await act(ctx.postgres, subject, `try ${attempt}`);
        if (poison.has(subject)) throw new Error('poison');
      });
      return 'consumed';
    },
  });
  return { workflow, poison };
}

test('messages that wait for their next try give their places to others', async (t) => {
  const world = await openWorld(t);
  const { workflow, poison } = makeConsumer('social-scrape', socialScraping);
  const bad = ['bad-1', 'bad-2', 'bad-3', 'bad-4'];
  const good = ['good-1', 'good-2'];
  for (const subject of bad) poison.add(subject);
  const runtime = await world.start([workflow], { retryWaitsMs: [60_000] });
  const { workflows } = runtime;
  for (const subject of bad) await workflows.start('social-scrape', { subject });
  const isPending = async (count: number): Promise<boolean> => {
    const { pending, processing } = await getKeywordMetrics(world, 'social-scrape');
    return pending === count && processing === 0;
  };
  const areTried = async (): Promise<boolean> =>
    (await Promise.all(bad.map((id) => workflows.find(id)))).every((instance) => instance?.status === 'running');
  // The queue has three places: the fourth waits for one first.
  await waitUntil(async () => (await areTried()) && (await isPending(4)), 'all four to wait for their next try');

  await t.test('which do their work meanwhile', async () => {
    for (const subject of good) await workflows.start('social-scrape', { subject });
    for (const subject of good) assert.deepEqual(await workflows.waitFor(subject, PATIENCE_MS), { output: 'consumed' });
    const figures = await getKeywordMetrics(world, 'social-scrape');
    assert.deepEqual([figures.pending, figures.processing, figures.completed, figures.failed], [4, 0, 2, 0]);
    assert.ok(figures.avgMs !== undefined && figures.oldestAgeMs !== undefined && figures.oldestAgeMs >= 0);
    assert.equal(figures.consumers, 1);
  });

  await t.test('and are shown as under way', async () => {
    assert.equal((await workflows.find('bad-1'))?.status, 'running');
  });

  await t.test('can be terminated and paused', async () => {
    await workflows.terminate('bad-1');
    await workflows.pause('bad-2');
    assert.deepEqual([(await workflows.find('bad-1'))?.status, (await workflows.find('bad-2'))?.status], ['terminated', 'paused']);
    await waitUntil(() => isPending(2), 'two to wait');
    poison.delete('bad-2');
    await workflows.resume('bad-2');
    assert.deepEqual(await workflows.waitFor('bad-2', PATIENCE_MS), { output: 'consumed' });
    assert.deepEqual(await listEffects(world.postgres, 'bad-2'), ['first', 'try 1', 'try 2']);
  });

  await t.test('and go on counting in another process, no finished step repeated', async () => {
    await runtime.stop();
    poison.delete('bad-3');
    const second = await world.start([workflow], { retryWaitsMs: [20] });
    await world.postgres.query(`update dbos.workflow_status set delay_until_epoch_ms = 0 where status = 'DELAYED'`);
    assert.deepEqual(await second.workflows.waitFor('bad-3', PATIENCE_MS), { output: 'consumed' });
    assert.deepEqual(await listEffects(world.postgres, 'bad-3'), ['first', 'try 1', 'try 2']);
    await waitForStatus(second, 'bad-4', 'failed');
    assert.deepEqual(await listEffects(world.postgres, 'bad-4'), ['first', 'try 1', 'try 2', 'try 3', 'try 4']);
  });
});

test('a poison message ends in the dead letters after the retries of its queue', async (t) => {
  const world = await openWorld(t);
  const details = makeConsumer('app-details', appDetailsFetch);
  const general = makeConsumer('general', GENERAL_TASKS);
  const sweep = makeConsumer('sweep', serpSweeps);
  for (const { poison } of [details, general, sweep]) poison.add('bad-details').add('bad-general').add('bad-sweep');
  const runtime = await world.start([details.workflow, general.workflow, sweep.workflow], { retryWaitsMs: [20, 40, 80] });
  const { workflows, deadLetters } = runtime;
  await world.postgres.transaction(async (tx) => {
    await workflows.sendAll(tx, fetchAppDetails, [{ payload: { subject: 'bad-details' } }]);
    await workflows.enqueueAll(tx, 'general', [{ input: { subject: 'bad-general' } }]);
    // Its queue is exclusive: it waits with its place.
    await workflows.enqueueAll(tx, 'sweep', [{ input: { subject: 'bad-sweep' } }]);
  });
  for (const id of ['bad-details', 'bad-general', 'bad-sweep']) await waitForStatus(runtime, id, 'failed');
  const letters = await deadLetters.list({ limit: 10, offset: 0 });
  assert.deepEqual(
    Object.fromEntries(letters.map(({ workflowId, queue, attempts, error, payload }) => [workflowId, { queue, attempts, error, payload }])),
    {
      'bad-details': { queue: 'app-details-fetch', attempts: 3, error: 'poison', payload: { subject: 'bad-details' } },
      'bad-general': { queue: 'general-tasks', attempts: 4, error: 'poison', payload: { subject: 'bad-general' } },
      'bad-sweep': { queue: 'serp-sweeps', attempts: 4, error: 'poison', payload: { subject: 'bad-sweep' } },
    },
  );
  assert.deepEqual(await listEffects(world.postgres, 'bad-general'), ['first', 'try 1', 'try 2', 'try 3', 'try 4']);
  const { failed, pending } = await getKeywordMetrics(world, 'general-tasks');
  assert.deepEqual([failed, pending, (await getKeywordMetrics(world, 'dead-letter')).pending], [1, 0, 3]);

  general.poison.clear();
  const again = await deadLetters.retry(letters.find(({ queue }) => queue === 'general-tasks')?.id ?? '');
  assert.deepEqual(await workflows.waitFor(again, PATIENCE_MS), { output: 'consumed' });
  const left = await getKeywordMetrics(world, 'dead-letter');
  assert.deepEqual([left.pending, left.completed], [2, 1]);
});

test('messages without a consumer wait, and are done when their workflow comes', async (t) => {
  const world = await openWorld(t);
  const first = await world.start([abc]);
  const [id = '', given] = await world.postgres.transaction((tx) =>
    first.workflows.sendAll(tx, harvestKeywords, [{ payload: { subject: 'early' } }, { payload: { subject: 'late' }, id: 'given' }]),
  );
  assert.match(id, /^wf_/u);
  assert.equal(given, 'given');
  // What comes after them on other queues is not held up.
  assert.deepEqual(await first.workflows.waitFor(await first.workflows.start('abc', {}), PATIENCE_MS), { output: 'done' });
  const { pending, processing, consumers } = await getKeywordMetrics(world, 'keyword-harvest');
  assert.deepEqual([pending, processing, consumers], [2, 0, 0]);
  const { rows } = await world.postgres.query<{ recoveryAttempts: number }>(
    `select distinct recovery_attempts from dbos.workflow_status where queue_name = 'keyword-harvest'`,
  );
  assert.deepEqual(
    rows.map((row) => row.recoveryAttempts),
    [0],
  );
  await first.stop();

  const { workflow } = makeConsumer('keyword-harvest', harvestKeywords.queue);
  const second = await world.start([workflow]);
  assert.deepEqual(await second.workflows.waitFor(id, PATIENCE_MS), { output: 'consumed' });
  assert.deepEqual(await second.workflows.waitFor('given', PATIENCE_MS), { output: 'consumed' });
  assert.equal((await getKeywordMetrics(world, 'keyword-harvest')).consumers, 1);
});

test('work of a newer release is left to it, on a queue that both consume', async (t) => {
  const world = await openWorld(t);
  const { workflow } = makeConsumer('newer', GENERAL_TASKS);
  const newer = await world.start([workflow], { isWorker: false });
  await newer.workflows.start('newer', { subject: 'newer-1' });
  await newer.stop();
  const older = await world.start([abc]);
  assert.deepEqual(await older.workflows.waitFor(await older.workflows.start('abc', {}), PATIENCE_MS), { output: 'done' });
  await waitUntil(async () => (await getKeywordMetrics(world, 'general-tasks')).processing === 0, 'the unknown one to be put back');
  assert.equal((await getKeywordMetrics(world, 'general-tasks')).pending, 1);
  await older.stop();
  await world.postgres.query(`update dbos.workflow_status set delay_until_epoch_ms = 0 where status = 'DELAYED'`);
  const again = await world.start([workflow]);
  assert.deepEqual(await again.workflows.waitFor('newer-1', PATIENCE_MS), { output: 'consumed' });
});

test('a purge while workers pull takes what waits, and what runs ends', async (t) => {
  const world = await openWorld(t);
  const gate = makeGate();
  const gated = defineWorkflow({
    name: 'gated',
    summary: 'waits at a gate',
    input: z.object({ isQuick: z.boolean().default(false) }),
    queue: GENERAL_TASKS,
    run: async (ctx, { isQuick }) => {
      await ctx.step('one', () => act(ctx.postgres, ctx.workflowId, 'one'));
      if (!isQuick) await ctx.step('two', () => gate.passed);
      return 'done';
    },
  });
  const { workflows } = await world.start([gated]);
  const enqueue = (count: number, isQuick: boolean): Promise<string[]> =>
    world.postgres.transaction((tx) =>
      workflows.enqueueAll(
        tx,
        'gated',
        Array.from({ length: count }, () => ({ input: { isQuick } })),
      ),
    );

  await t.test('with every place taken', async () => {
    const ids = await enqueue(100, false);
    await waitUntil(async () => (await getKeywordMetrics(world, 'general-tasks')).processing === 20, 'the places to be taken');
    assert.equal(await purgeWaiting(world.postgres, 'general-tasks'), 80);
    gate.open();
    const ends = await Promise.all(ids.map(async (id) => await workflows.waitFor(id, PATIENCE_MS).catch(() => 'terminated')));
    assert.equal(ends.filter((end) => end === 'terminated').length, 80);
  });

  await t.test('with places that become free all the time', async () => {
    await world.postgres.query('delete from effects');
    const ids = await enqueue(3_000, true);
    await waitUntil(async () => (await world.postgres.query('select 1 from effects limit 30')).rowCount === 30, 'some to be done');
    const purged = await purgeWaiting(world.postgres, 'general-tasks');
    await waitUntil(async () => (await getKeywordMetrics(world, 'general-tasks')).processing === 0, 'the rest to end');
    const { rows } = await world.postgres.query<{ status: string; count: number }>(
      'select status, count(*) as count from dbos.workflow_status where workflow_uuid = any($1) group by status order by status',
      [ids],
    );
    const { rowCount } = await world.postgres.query('select 1 from effects');
    assert.deepEqual(rows, [
      { status: 'CANCELLED', count: purged },
      { status: 'SUCCESS', count: ids.length - purged },
    ]);
    assert.equal(rowCount, ids.length - purged);
  });

  await t.test('after which the queue goes on', async () => {
    const [id = ''] = await enqueue(1, true);
    assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
  });
});

test('what drain mode acknowledges is counted on its queue, and not as completed', async (t) => {
  const world = await openWorld(t);
  const { workflow, poison } = makeConsumer('consumer', GENERAL_TASKS);
  const unstarted = defineWorkflow({
    name: 'unstarted',
    summary: 'fails in its first step',
    input: z.object({}),
    queue: appKeywordSearch,
    run: async (ctx) => await ctx.step('one', () => Promise.reject(new Error('away'))),
  });
  poison.add('begun');
  const { workflows, countDrained } = await world.start([workflow, unstarted], { retryWaitsMs: [60_000] });
  await workflows.start('consumer', { subject: 'begun' });
  const waiting = await workflows.start('unstarted', {});
  // Before its first try a message is pending too, but not running.
  const hasFailedOnce = async (id: string, queue: string): Promise<boolean> =>
    (await workflows.find(id))?.status === 'running' && (await getKeywordMetrics(world, queue)).pending === 1;
  await waitUntil(() => hasFailedOnce(waiting, 'app-keyword-search'), 'the first try to fail');
  await waitUntil(() => hasFailedOnce('begun', 'general-tasks'), 'the first try to fail');
  poison.clear();
  await world.postgres.query(`insert into settings (name, value) values ('drain_mode', 'true')`);
  // The setting is looked at once a second.
  await waitUntil(async () => {
    const id = await workflows.start('consumer', { subject: `probe-${performance.now()}` });
    return typeof (await workflows.waitFor(id, PATIENCE_MS))?.output === 'object';
  }, 'drain mode to be seen');
  const { completed, drained } = await getKeywordMetrics(world, 'general-tasks');
  assert.equal(drained, 1);
  assert.equal(await countDrained(), 1);

  await world.postgres.query(`update dbos.workflow_status set delay_until_epoch_ms = 0 where status = 'DELAYED'`);
  assert.deepEqual(await workflows.waitFor(waiting, PATIENCE_MS), { output: { drained: true } });
  // What had done something before is finished.
  assert.deepEqual(await workflows.waitFor('begun', PATIENCE_MS), { output: 'consumed' });
  assert.equal((await getKeywordMetrics(world, 'general-tasks')).completed, completed + 1);
  assert.equal((await getKeywordMetrics(world, 'app-keyword-search')).drained, 1);
});
