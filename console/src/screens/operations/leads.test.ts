import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueueMetrics } from '#client';
import { sayCosts, sayProjectCosts } from './costs/leads.ts';
import { sayDeadLetters, sayHealth, sayJob, sayJobs, sayQueues, sayWorkflow, sayWorkflows } from './leads.ts';

const queue = (change: Partial<QueueMetrics>): QueueMetrics =>
  ({ name: 'serp', pending: 0, processing: 0, completed_last_hour: 0, failed_last_hour: 0, ...change }) as QueueMetrics;

test('queues: what waits over all of them, and dead letters apart', () => {
  assert.equal(sayQueues([queue({})]), 'Nothing waits. In the last hour 0 were done and 0 failed.');
  assert.equal(
    sayQueues([
      queue({ pending: 2, processing: 1, completed_last_hour: 1 }),
      queue({ name: 'links', failed_last_hour: 3 }),
      queue({ name: 'dead-letter', pending: 1 }),
    ]),
    '2 messages wait, 1 is being done. In the last hour 1 was done and 3 failed. 1 dead letter waits for you.',
  );
});

test('workflows and dead letters: how many, and none only of what is kept', () => {
  assert.equal(sayWorkflows('running', 0, undefined), 'Nothing runs or waits.');
  assert.equal(sayWorkflows('failed', 1, 'domain-onboard'), '1 workflow that is kept has failed, of the type domain-onboard.');
  assert.equal(sayWorkflows('ended', 1200, undefined), '1,200 workflows that are kept have ended.');
  assert.equal(sayWorkflow({ status: 'completed', error: null }), 'This workflow ended well.');
  assert.equal(sayWorkflow({ status: 'failed', error: 'HTTP status 500.' }), 'This workflow failed: HTTP status 500.');
  assert.equal(sayDeadLetters({ total: 0, reasons: 0 }), 'Nothing has failed after all its tries.');
  assert.equal(
    sayDeadLetters({ total: 1, reasons: 1 }),
    '1 message failed after all its tries, for 1 reason. It waits here until it is sent again.',
  );
});

test('jobs: a job that has not run is no good run', () => {
  assert.equal(sayJobs([]), undefined);
  const jobs = [
    { is_enabled: true, last_run_status: 'completed' },
    { is_enabled: false, last_run_status: null },
    { is_enabled: true, last_run_status: 'failed' },
  ] as const;
  assert.equal(sayJobs(jobs), '2 of 3 jobs are on; the last run of 1 failed and 1 has not run yet.');
  assert.equal(sayJob({ is_enabled: false, last_run_status: 'failed' }), 'This job is off; its last run failed.');
  assert.equal(sayJob({ is_enabled: true, last_run_status: null }), 'This job is on; it has not run yet.');
  assert.equal(sayJobs(jobs.slice(0, 1)), '1 of 1 job is on; no last run failed.');
});

test('costs: the fullest budget, whatever it counts', () => {
  const budgets = [
    { name: 'day', unit: 'usd', counters: [{ limit: 10, spent_usd: 4, requests: 9 }] },
    { name: 'calls', unit: 'requests', counters: [{ limit: 100, spent_usd: 0, requests: 81 }] },
    { name: 'none', unit: 'usd', counters: [{ limit: null, spent_usd: 50, requests: 1 }] },
  ] as unknown as Parameters<typeof sayCosts>[0]['budgets'];
  assert.equal(
    sayCosts({ month_cost_usd: 16.02, today_cost_usd: 1.5, budgets }),
    '$16.02 spent this month, $1.50 of it today. The fullest budget is at 81%.',
  );
  assert.equal(
    sayCosts({ month_cost_usd: 0, today_cost_usd: 0, budgets: [] }),
    '$0.00 spent this month, $0.00 of it today. No budget has a limit that was used.',
  );
});

test('a project: what it paid this month and today', () => {
  assert.equal(sayProjectCosts({ today_cost_usd: 0.2, month_cost_usd: 3 }), '$3.00 spent by this project this month, $0.20 of it today.');
});

test('health: a part that is not set up is not ill', () => {
  const checks = { postgres: { status: 'ok' }, provider: { status: 'not_configured' } } as unknown as Parameters<
    typeof sayHealth
  >[0]['checks'];
  assert.equal(sayHealth({ status: 'ok', checks }), 'The service is well: every part that it has answers.');
  assert.equal(
    sayHealth({ status: 'degraded', checks: { ...checks, clickhouse: { status: 'down' } } }),
    'The service is degraded: clickhouse is down.',
  );
});
