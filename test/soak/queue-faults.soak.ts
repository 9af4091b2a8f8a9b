import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { runQueueFaults, trackForDispatch, type QueueFaultRun } from '../support/queue-fault-run.ts';

const KEYWORDS = 500;
const RATE = 0.3;
const DEADLINE_MS = 900_000;

const POSTBACKS = [
  'lost_postback',
  'swallowed_postback',
  'duplicate_postback',
  'late_postback',
  'shuffled_postback',
  'early_postback',
  'plain_postback',
  'unmarked_postback',
];
/** Of the provider's calls and of its deliveries. */
const CALLS = [
  'http_500',
  'http_429',
  'reset',
  'lost_answer',
  'denied_answer',
  'malformed',
  'truncated',
  'empty',
  'layout_change',
  'provider_40103',
  'provider_50301',
];
const CODES = ['provider_40202', 'provider_40501', 'task_40202', 'task_40501', 'task_50301'];
const COLLECTING = ['provider_40601', 'provider_40602', 'provider_40403'];

const FAULTS: readonly Pick<QueueFaultRun, 'kind' | 'match' | 'delayMs'>[] = [
  ...POSTBACKS.map((kind) => ({ kind, match: '' })),
  ...CALLS.map((kind) => ({ kind, match: '/webhooks/provider' })),
  ...CALLS.map((kind) => ({ kind, match: 'task_post' })),
  ...CODES.map((kind) => ({ kind, match: 'task_post' })),
  ...COLLECTING.map((kind) => ({ kind, match: 'task_get' })),
  { kind: 'slow', match: '', delayMs: 3_000 },
];

test(`${KEYWORDS} keywords through the queue, each kind of fault at 30 %`, { timeout: 7_200_000 }, async (t) => {
  const app = await startTestApp(t, { retryWaitsMs: [500, 1_000, 2_000] });
  await app.api.put('/api/admin/config', { budgets: { daily_usd: null } });
  const projectId = await trackForDispatch(app, KEYWORDS);
  for (const { kind, match, delayMs } of FAULTS) {
    await t.test(`${kind} of ${match === '' ? 'everything' : match}`, async (sub) => {
      const begin = performance.now();
      const fault = { kind, match, rate: RATE, deadlineMs: DEADLINE_MS, ...(delayMs === undefined ? {} : { delayMs }) };
      const { checked, failed, dispatches } = await runQueueFaults(app, projectId, fault);
      assert.ok(checked + failed >= KEYWORDS);
      const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
      sub.diagnostic(`${checked} checked, ${failed} failed at first, ${dispatches} dispatches, ${seconds} s`);
    });
  }
});

/** Longer than the time limit of a post: a look-up at once does not find the task in the record yet. */
const LATE_MS = 40_000;

test(`${KEYWORDS} keywords through the queue, with a provider that works ${LATE_MS / 1_000} s late`, { timeout: 1_800_000 }, async (t) => {
  const app = await startTestApp(t, { doubtMs: 2 * LATE_MS });
  const projectId = await trackForDispatch(app, KEYWORDS);
  const fault = { kind: 'late_work', match: 'task_post', rate: 1, delayMs: LATE_MS, deadlineMs: DEADLINE_MS };
  const { checked, failed, dispatches } = await runQueueFaults(app, projectId, fault);
  assert.deepEqual([checked, failed, dispatches], [KEYWORDS, 0, 1]);
});
