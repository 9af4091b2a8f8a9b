import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { claimWorkflows } from '#workflows/claim-store.ts';
import type { Queue } from '#workflows/queues.ts';
import { abc } from './workflows.ts';
import { openWorld } from './world.ts';

const QUEUE: Queue = { name: 'general-tasks', summary: '', concurrency: 3 };

const EXECUTORS = Array.from({ length: 8 }, (_none, at) => `exec_${at}`);

/** Claims of several processes from a queue in which workflows wait and no process works. */
async function fillQueue(t: TestContext, count: number) {
  const { postgres, ...world } = await openWorld(t);
  const { workflows } = await world.start([abc], { isWorker: false });
  // Processes on other machines that live: from dead ones the runtime would take over.
  await postgres.query(`insert into worker_heartbeats (executor_id, host, pid) select id, 'elsewhere', 1 from unnest($1::text[]) as id`, [
    EXECUTORS,
  ]);
  const ids = Array.from({ length: count }, (_none, at) => `wf_waiting_${String(at).padStart(3, '0')}`);
  for (const id of ids) await workflows.start('abc', {}, { id });
  const claim = (executorId: string, queue: Partial<Queue> = {}, names: readonly string[] = ['abc']): Promise<string[]> =>
    claimWorkflows(postgres, { queue: { ...QUEUE, ...queue }, names, executorId, ownerXid: `xid of ${executorId}` });
  return { ids, claim, postgres };
}

test('claims keep the places of a queue over all processes, or of each, and its rate', async (t) => {
  const { ids, claim } = await fillQueue(t, 20);
  assert.deepEqual(await claim('exec_0', {}, ['newcomer']), [], 'of unknown workflows none');
  assert.deepEqual(await claim('exec_0'), ids.slice(0, 3), 'the oldest first');
  assert.deepEqual(await claim('exec_1'), [], 'the places are taken');
  assert.deepEqual(await claim('exec_1', { isPerProcess: true }), ids.slice(3, 6), 'its own are free');
  const rateLimit = { limitPerPeriod: 4, periodSeconds: 600 };
  assert.deepEqual(await claim('exec_2', { concurrency: 100, rateLimit }), ids.slice(6, 10));
  assert.deepEqual(await claim('exec_3', { concurrency: 100, rateLimit }), [], 'the period has had its four');
});

test('claims that come at once take each workflow once, and no more than there are places', async (t) => {
  const { ids, claim } = await fillQueue(t, 40);
  const claimed = await Promise.all(EXECUTORS.map((executor) => claim(executor, { concurrency: 25 })));
  assert.deepEqual(claimed.flat().toSorted(), ids.slice(0, 25));
});

test('a claim that another one keeps waiting takes nothing, and the next one finds everything', async (t) => {
  const { ids, claim, postgres } = await fillQueue(t, 2);
  await postgres.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('claim:general-tasks', 0))`);
    assert.deepEqual(await claim('exec_0'), []);
  });
  assert.deepEqual(await claim('exec_0'), ids);
});
