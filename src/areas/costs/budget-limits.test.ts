import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestStores } from '../../../test/support/index.ts';
import { BudgetChanges, DEFAULT_BUDGETS, readBudgets, updateBudgets } from './budget-limits.ts';

test('without a setting the LLM budget is 50 USD a day, and nothing else is limited', async (t) => {
  const { postgres } = await openTestStores(t);
  assert.deepEqual(await readBudgets(postgres), { ...DEFAULT_BUDGETS, llm_daily_usd: 50, daily_usd: null });
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
  });
  assert.deepEqual(await readBudgets(postgres), budgets);
  assert.deepEqual(await updateBudgets({ postgres }, { workflow_hourly_usd: 3 }), { ...budgets, workflow_hourly_usd: 3 });
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
