import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCameOf, readEnd, sayCameOf } from './came-of.ts';

const WORKFLOW = { workflow_id: 'wf_1' };
const FAILED = { success: false, status: 'failed', error: 'dataforseo answered with HTTP status 403' };
const RANKED = { success: true, status: 'ranked', error: null, ...WORKFLOW };

test('an answer that names work which goes on has started it, and is not done', () => {
  const started: readonly unknown[] = [
    { success: true, status: 'queued', ...WORKFLOW },
    { success: true, run_id: 'run_1', status: 'harvesting_keywords' },
    { success: true, run_id: 'crawl_1', ...WORKFLOW },
    { success: true, onboarding: { started: true }, ...WORKFLOW },
    { success: true, domains: [{ outcome: 'queued' }], queued: 1, running: 0 },
    { success: true, orchestration: WORKFLOW },
    { success: true, serp_tracking: { workflow_id: null, workflow_ids: ['wf_1'] } },
    { success: true, results: [{ success: false, status: 'pending', ...WORKFLOW }], status: 'pending', ...WORKFLOW },
  ];
  for (const answer of started) assert.deepEqual(readCameOf(answer), { state: 'started' }, JSON.stringify(answer));
});

test('an answer that holds all that was asked for is done', () => {
  const done: readonly unknown[] = [
    undefined,
    { success: true },
    { ...RANKED, results: [RANKED] },
    { success: true, onboarding: { started: false }, ...WORKFLOW },
    { success: true, orchestration: null },
    { success: true, serp_tracking: { workflow_id: null, workflow_ids: [] } },
    { success: true, run_id: 'run_1', status: 'awaiting_category_confirmation' },
    { success: true, id: 'wf_1', status: 'paused', ...WORKFLOW },
  ];
  for (const answer of done) assert.deepEqual(readCameOf(answer), { state: 'done' }, JSON.stringify(answer));
});

test('failures within an answer of 200 are counted, and said with their reason', () => {
  const say = (answer: unknown): string => sayCameOf('Check now', readCameOf(answer));
  assert.equal(say({ ...FAILED, results: [FAILED] }), `Check now failed: ${FAILED.error}`);
  assert.equal(say({ success: true, results: [FAILED, RANKED, RANKED] }), `Check now: 1 of 3 failed. ${FAILED.error}`);
  const skipped = { success: false, status: 'skipped', error: 'Budget exceeded', reason: 'budget_exceeded' };
  assert.equal(say({ success: true, results: [skipped, RANKED] }), 'Check now: 1 of 2 were left out. Budget exceeded');
  assert.equal(say({ ...skipped, results: [skipped] }), 'Check now: Budget exceeded');
  assert.equal(say({ success: true, run_id: 'run_1', status: 'failed', error: 'No answer' }), 'Check now failed: No answer');
  assert.equal(say({ success: false, message: 'Not now' }), 'Check now failed: Not now');
});

test('the end of what was begun is said when it is there, and not before', () => {
  for (const status of ['queued', 'pending', 'running', 'processing']) assert.equal(readEnd({ status }), 'goes on');
  assert.equal(readEnd({ onboard_status: 'in_progress', status: 'complete' }), 'goes on');
  assert.equal(readEnd({ deliveries: [] }), undefined, 'what says nothing of an end');
  assert.deepEqual(readEnd({ status: 'completed', failed_keywords: 0, total_keywords: 10, results: [RANKED] }), { state: 'done' });
  const some = readEnd({ status: 'completed', failed_keywords: 3, total_keywords: 10, results: [RANKED, FAILED] });
  assert.deepEqual(some, { state: 'failed', reason: FAILED.error, part: '3 of 10' });
  const reading = { apps_failed: 0, charts_failed: 0, charts_read: 2, is_over_budget: false, reason: null };
  const read = (changes: object) => readEnd({ status: 'completed', output: { ...reading, ...changes } });
  assert.deepEqual(read({}), { state: 'done' });
  assert.deepEqual(read({ apps_failed: 1, reason: 'No answer' }), { state: 'failed', reason: 'No answer' });
  assert.deepEqual(read({ apps_failed: 1, is_over_budget: true, reason: 'budget_exceeded' }), {
    state: 'refused',
    reason: 'budget_exceeded',
  });
  assert.deepEqual(read({ charts_failed: 1, reason: 'No answer' }), { state: 'failed', reason: 'No answer', part: '1 of 3 charts' });
  assert.deepEqual(readEnd({ onboard_status: 'failed', onboard_error: 'No answer' }), { state: 'failed', reason: 'No answer' });
  const refused = readEnd({ onboard_status: 'pending', onboard_error: 'Budget exceeded' });
  assert.deepEqual(refused, { state: 'failed', reason: 'Budget exceeded' });
  assert.deepEqual(readEnd({ status: 'failed', error: 'Too long' }), { state: 'failed', reason: 'Too long' });
});
