import assert from 'node:assert/strict';
import test from 'node:test';
import { BudgetExceededError } from '#kernel/errors.ts';
import { call, openBudgetFixture, plan, readCostState, spendMany } from '../../../../test/support/budget-fixture.ts';
import { updateBudgets } from '../budgets/budget-limits.ts';
import { sweepLostSpends } from './sweep-lost-spends.ts';

const SHARED = { source: 'cron', projectIds: ['proj_a', 'proj_b', 'proj_c'] } as const;

test('projects that share a call share its price, to the last millionth', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  await spending.spend(SHARED, plan(), call(0.02, { taskId: 'task-1' }));
  // The same task, delivered again on behalf of others.
  await spending.spend({ source: 'cron', projectIds: ['proj_d', 'proj_e', 'proj_f', 'proj_g'] }, plan(), call(0.02, { taskId: 'task-1' }));
  const { rows } = await postgres.query('select project_id, cost_usd, request_count, task_id from api_costs order by part');
  assert.deepEqual(rows, [
    { projectId: 'proj_a', costUsd: 0.006667, requestCount: 1, taskId: 'task-1' },
    { projectId: 'proj_b', costUsd: 0.006667, requestCount: 0, taskId: 'task-1' },
    { projectId: 'proj_c', costUsd: 0.006666, requestCount: 0, taskId: 'task-1' },
  ]);
  const windows = await postgres.query(
    `select scope, spent_usd, reserved_usd from budget_windows where budget = 'project_monthly_usd' and spent_usd > 0 order by scope`,
  );
  assert.deepEqual(windows.rows, [
    { scope: 'proj_a', spentUsd: 0.006667, reservedUsd: 0 },
    { scope: 'proj_b', spentUsd: 0.006667, reservedUsd: 0 },
    { scope: 'proj_c', spentUsd: 0.006666, reservedUsd: 0 },
  ]);
  const state = await readCostState(postgres);
  assert.deepEqual([state.ledgerUsd, state.windows['daily_usd']?.spent, state.reservations], [0.02, 0.02, 0]);
});

test('a sharer without room pays nothing, and the others pay its part', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t, { project_monthly_usd: 0.01 });
  await spending.spend({ source: 'api', projectId: 'proj_b' }, plan({ estimateUsd: 0.009 }), call(0.009));
  await spending.spend(SHARED, plan({ estimateUsd: 0.006 }), call(0.005));
  const { rows } = await postgres.query('select project_id, cost_usd, request_count from api_costs where cost_usd < 0.009 order by part');
  assert.deepEqual(rows, [
    { projectId: 'proj_a', costUsd: 0.0025, requestCount: 1 },
    { projectId: 'proj_c', costUsd: 0.0025, requestCount: 0 },
  ]);
  // Half of it each is more than the two have left; a whole one is more still.
  await assert.rejects(spending.spend(SHARED, plan({ estimateUsd: 0.016 }), call()), (error) => {
    assert.ok(error instanceof BudgetExceededError);
    assert.deepEqual([error.budget, error.scope], ['project_monthly_usd', 'proj_c']);
    return true;
  });
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.reservations, state.windows['project_monthly_usd']?.reserved], [3, 0, 0]);
});

test('a shared call that was lost is settled, and corrected, in shares', async (t) => {
  const fixture = await openBudgetFixture(t);
  const { postgres, clock } = fixture;
  await postgres.query(`insert into organizations (id, name, created_at) values ('org_1', '1', now()), ('org_2', '2', now())`);
  await postgres.query(
    `insert into projects (id, organization_id, name, created_at, updated_at)
     values ('proj_a', 'org_1', 'a', now(), now()), ('proj_b', 'org_2', 'b', now(), now()), ('proj_c', 'org_1', 'c', now(), now())`,
  );
  let answer: () => void = () => undefined;
  const late = fixture.spending.spend(SHARED, plan(), async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return await call(0.01)();
  });
  while ((await postgres.query('select 1 from spend_reservations')).rows.length === 0);
  const searchData = { hasRecordsOf: () => false, fetchTaskRecords: () => Promise.reject(new Error('no record')) };
  const ctx = { postgres, clock, searchData, logger: fixture.logger };
  await sweepLostSpends(ctx, { abandonedAfterMs: 0, unknownAfterMs: 0 });
  assert.equal((await readCostState(postgres)).ledgerUsd, 0.0155, 'the estimate, while the price is not known');
  answer();
  await late;
  const { rows } = await postgres.query<{ source: string; usd: number[] }>(
    `select 'ledger' as source, array_agg(cost_usd::float order by part) as usd from api_costs
     union all select 'windows', array_agg(spent_usd::float order by scope) from budget_windows where budget = 'project_monthly_usd'
     union all select 'hours', array_agg(cost_usd::float order by project_id) from cost_hours`,
  );
  for (const { source, usd } of rows) assert.deepEqual(usd, [0.003334, 0.003333, 0.003333], source);
  const organizations = await postgres.query(
    `select scope, spent_usd, reserved_usd, requests from budget_windows where budget = 'organization_monthly_usd' order by scope`,
  );
  assert.deepEqual(organizations.rows, [
    { scope: 'org_1', spentUsd: 0.006667, reservedUsd: 0, requests: 1 },
    { scope: 'org_2', spentUsd: 0.003333, reservedUsd: 0, requests: 1 },
  ]);
  assert.deepEqual((await readCostState(postgres)).windows['daily_usd'], { spent: 0.01, reserved: 0, requests: 1 });
});

test('100 calls at once over two processes: the budget of a key holds, and another key has its own', async (t) => {
  const fixture = await openBudgetFixture(t, { key_monthly_usd: { key_poor: 0.031, key_none: 0 } });
  const dear = await spendMany(fixture, 100, { scope: { source: 'api', apiKeyId: 'key_poor' } });
  assert.equal(dear.passed, 2);
  assert.ok(dear.refusals.every(({ message }) => message.startsWith("Budget exceeded: This API key's monthly budget of $0.031 ")));
  assert.equal((await spendMany(fixture, 3, { scope: { source: 'api', apiKeyId: 'key_none' } })).passed, 0);
  assert.equal((await spendMany(fixture, 3, { scope: { source: 'api', apiKeyId: 'key_rich' } })).passed, 3);
  await updateBudgets({ postgres: fixture.postgres }, { key_monthly_usd: 0.05 });
  assert.equal((await spendMany(fixture, 5, { scope: { source: 'api', apiKeyId: 'key_rich' } })).passed, 0, 'one number is for every key');
});
