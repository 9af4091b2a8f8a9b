import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMessageQueues, type MessageKind } from './messages.ts';
import { countSlots, DEAD_LETTERS, GENERAL_TASKS, listConsumed, listQueues, toWholeQueue, type Queue } from './queues.ts';
import { toRetryWaits } from '../retry-policy.ts';

const checks: Queue = { name: 'checks', summary: 'checks', concurrency: 3, batch: 5, maxRetries: 2 };

test('a queue is whole when its defaults are filled in', () => {
  assert.deepEqual(toWholeQueue({ name: 'plain', summary: 'plain', concurrency: 10 }), {
    name: 'plain',
    summary: 'plain',
    concurrency: 10,
    batch: 1,
    maxRetries: 3,
    isPerProcess: false,
    isExclusive: false,
  });
  assert.equal(countSlots(checks), 15);
});

test('a queue takes as many waits as it has retries', () => {
  const waits = [5_000, 10_000, 20_000];
  assert.deepEqual(toRetryWaits(GENERAL_TASKS, waits), waits);
  assert.deepEqual(toRetryWaits(checks, waits), [5_000, 10_000]);
  assert.deepEqual(toRetryWaits(DEAD_LETTERS, waits), []);
  assert.deepEqual(toRetryWaits(GENERAL_TASKS, [10]), [10, 10, 10]);
  assert.deepEqual(toRetryWaits(GENERAL_TASKS, []), []);
});

test('takes work off the queues of its workflows only', () => {
  assert.deepEqual(listConsumed([{ queue: checks }, { queue: GENERAL_TASKS }, { queue: checks }]), [checks, GENERAL_TASKS]);
});

test('refuses two queues of one name', () => {
  assert.throws(() => listQueues([checks, { ...checks }]), /two queues are named checks/u);
});

test('refuses a workflow on another queue than its messages', () => {
  const message: MessageKind = { kind: 'check', workflow: 'check', queue: checks, summary: 'check' };
  checkMessageQueues([message], [{ name: 'check', queue: checks }]);
  assert.throws(() => checkMessageQueues([message], [{ name: 'check', queue: GENERAL_TASKS }]), /check must run on checks/u);
});
