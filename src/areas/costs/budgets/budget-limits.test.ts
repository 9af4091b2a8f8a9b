import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import { openTestStores } from '../../../../test/support/index.ts';
import { describeLimits, logSpendingLimits } from './describe-limits.ts';
import { BudgetChanges, DEFAULT_BUDGETS, readBudgets, updateBudgets } from './budget-limits.ts';

test('without a setting 50 USD a day may be spent, and nothing else is limited', async (t) => {
  const { postgres } = await openTestStores(t);
  const limits = await readBudgets(postgres);
  assert.deepEqual(
    Object.entries(limits).filter(([, limit]) => limit !== null),
    [
      ['daily_usd', 50],
      ['llm_daily_usd', 50],
    ],
  );
  assert.deepEqual(limits, DEFAULT_BUDGETS);
});

test('the start says what may be spent in a day, and warns where nothing limits it', async (t) => {
  const { postgres } = await openTestStores(t);
  const lines: { level: number; msg: string; limits: string[] }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await logSpendingLimits({ postgres, logger });
  await updateBudgets({ postgres }, { daily_usd: null, llm_daily_usd: null });
  await logSpendingLimits({ postgres, logger });
  assert.deepEqual(
    lines.map(({ level, limits }) => [level, limits]),
    [
      [30, ['llm_daily_usd: 50 USD a day', 'daily_usd: 50 USD a day']],
      [40, []],
    ],
  );
  assert.match(lines[0]?.msg ?? '', /^at most 50 USD are spent in a day/u);
});

test('a change sets what it names and leaves the rest', async (t) => {
  const { postgres } = await openTestStores(t);
  await updateBudgets({ postgres }, { daily_usd: 12.5, workflow_hourly_usd: { 'serp-tracking': 1, 'crawl-run': null } });
  const budgets = await updateBudgets({ postgres }, { llm_daily_usd: null, run_requests: 0, project_monthly_usd: undefined });
  assert.deepEqual(budgets, {
    daily_usd: 12.5,
    llm_daily_usd: null,
    workflow_hourly_usd: { 'serp-tracking': 1, 'crawl-run': null },
    run_cost_usd: null,
    run_requests: 0,
    project_monthly_usd: null,
    key_monthly_usd: null,
    organization_monthly_usd: null,
  });
  assert.deepEqual(await readBudgets(postgres), budgets);
  assert.deepEqual(describeLimits(budgets), [
    'run_requests: 0 requests a run',
    'workflow_hourly_usd: 1 USD an hour for serp-tracking',
    'daily_usd: 12.5 USD a day',
  ]);
  assert.deepEqual(await updateBudgets({ postgres }, { workflow_hourly_usd: 3 }), { ...budgets, workflow_hourly_usd: 3 });
  assert.equal((await updateBudgets({ postgres }, { daily_usd: null })).daily_usd, null, 'no limit is a setting too');
});

test('refuses what is no limit, naming every wrong one', () => {
  const wrong = {
    daily_usd: -1,
    llm_daily_usd: '5',
    workflow_hourly_usd: { 'serp-tracking': -0.01 },
    run_cost_usd: 1e12,
    run_requests: 1.5,
    project_monthly_usd: Number.NaN,
    key_monthly_usd: { key_1: '5' },
    organization_monthly_usd: [5],
  };
  const parsed = BudgetChanges.safeParse(wrong);
  assert.equal(parsed.success, false);
  const named = new Set<unknown>(parsed.error.issues.map((issue) => issue.path[0]));
  assert.deepEqual(named, new Set<unknown>(Object.keys(wrong)));
  assert.ok(
    parsed.error.issues.every((issue) => /must be/u.test(issue.message)),
    JSON.stringify(parsed.error.issues),
  );
});

test('takes 0, null, numbers by workflow type, and ignores names it does not know', () => {
  const changes = { daily_usd: 0, llm_daily_usd: null, workflow_hourly_usd: { 'crawl-run': 2 } };
  assert.deepEqual(BudgetChanges.parse({ ...changes, weekly_usd: 5 }), changes);
});
