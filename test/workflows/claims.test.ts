import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { claimWorkflows } from '#workflows/dbos/write/claims.ts';
import { recordOutcome, recordStep } from '#workflows/dbos/write/records.ts';
import { recordFailedTry } from '#workflows/runs/event-store.ts';
import type { Queue } from '#workflows/queues/queues.ts';
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
  const take = (executorId: string, queue: Partial<Queue>, names: readonly string[]) =>
    claimWorkflows(postgres, { queue: { ...QUEUE, ...queue }, names, executorId, ownerXid: `xid of ${executorId}` });
  const claim = async (executorId: string, queue: Partial<Queue> = {}, names: readonly string[] = ['abc']): Promise<string[]> =>
    (await take(executorId, queue, names)).map(({ id }) => id);
  return { ids, claim, take, postgres };
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

test('a claim returns the failed tries of each step that is to be tried again', async (t) => {
  const { ids, take, postgres } = await fillQueue(t, 2);
  const [first = '', second = ''] = ids;
  const at = new Date();
  const failed = { workflowId: second, step: 'fetch', startedAt: at, at, error: 'away', waitMs: 10 };
  await recordFailedTry(postgres, { ...failed, stepId: 1, attempt: 1 });
  await recordFailedTry(postgres, { ...failed, stepId: 1, attempt: 2 });
  await recordFailedTry(postgres, { ...failed, stepId: 3, attempt: 1 });
  await recordFailedTry(postgres, { ...failed, stepId: 4, attempt: 1, waitMs: undefined });
  assert.deepEqual(await take('exec_0', {}, ['abc']), [
    { id: first, isFresh: true, tries: new Map() },
    {
      id: second,
      isFresh: true,
      tries: new Map([
        [1, 2],
        [3, 1],
      ]),
    },
  ]);
});

test('a step and an end are recorded for the owner of the workflow alone, and the step once', async (t) => {
  const { ids, take, postgres } = await fillQueue(t, 2);
  const [workflowId = ''] = ids;
  assert.deepEqual(await take('exec_0', { concurrency: 1 }, ['abc']), [{ id: workflowId, isFresh: true, tries: new Map() }]);
  const owner = { workflowId, ownerXid: 'xid of exec_0' };
  const step = { stepId: 0, name: 'a', output: '"here"', error: null, serialization: 'sightline_json', startedMs: 1, endedMs: 2 };
  assert.equal(await recordStep(postgres, { ...owner, ...step, ownerXid: 'xid of exec_1' }), false);
  assert.equal(await recordStep(postgres, { ...owner, ...step }), true);
  assert.equal(await recordStep(postgres, { ...owner, ...step }), true, 'sent again: the answer was lost');
  assert.equal(await recordStep(postgres, { ...owner, ...step, output: '"other"', endedMs: 3 }), false, 'there is another record');
  const { rows } = await postgres.query(
    'select output, completed_at_epoch_ms as ended from dbos.operation_outputs where workflow_uuid = $1',
    [workflowId],
  );
  assert.deepEqual(rows, [{ output: '"here"', ended: 2 }]);

  await postgres.query(`update dbos.workflow_status set status = 'ENQUEUED', owner_xid = null where workflow_uuid = $1`, [workflowId]);
  assert.equal(await recordStep(postgres, { ...owner, ...step, stepId: 1 }), false, 'it was taken away');
  const end = { status: 'SUCCESS', output: '"end"', error: null } as const;
  assert.equal(await recordOutcome(postgres, { ...owner, ...end }), false);
  const taken = await take('exec_2', { concurrency: 1 }, ['abc']);
  assert.deepEqual(taken, [{ id: workflowId, isFresh: false, tries: new Map() }], 'the next one looks for its records');
  assert.equal(await recordOutcome(postgres, { ...owner, ...end, ownerXid: 'xid of exec_2' }), true);
  assert.equal(await recordOutcome(postgres, { ...owner, ...end, ownerXid: 'xid of exec_2' }), false, 'it has ended');
});
