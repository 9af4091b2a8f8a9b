import assert from 'node:assert/strict';
import test from 'node:test';
import { BudgetExceededError } from '#kernel/errors.ts';
import { PaidCallError, UnsentCallError, type SpendScope } from '#providers/metering.ts';
import {
  call,
  openBudgetFixture,
  plan,
  PRICE_USD,
  readCostState,
  spendMany,
  type CostState,
} from '../../../../test/support/budget-fixture.ts';
import { updateBudgets } from '../budgets/budget-limits.ts';

test("books the provider's own price, with who spent it and for what", async (t) => {
  const { postgres, spending, clock } = await openBudgetFixture(t);
  clock.shift(-3 * 86_400_000);
  const scope: SpendScope = { source: 'workflow', projectId: 'proj_1', runId: 'wf_1', workflowType: 'serp-tracking', apiKeyId: 'key_1' };
  const planned = plan();
  assert.equal(await spending.spend(scope, planned, call(0.002, { taskId: '11210230-1535' })), 'answer');
  const { rows } = await postgres.query('select * from api_costs');
  const [row] = rows as [Record<string, unknown>];
  assert.match(String(row['id']), /^cost_/u);
  assert.ok(Math.abs((row['createdAt'] as Date).getTime() - clock.now().getTime()) < 60_000, 'dated in the observed world');
  assert.deepEqual(
    { ...row, id: null, createdAt: null },
    {
      id: null,
      runId: 'wf_1',
      projectId: 'proj_1',
      service: 'provider_serp',
      endpoint: planned.endpoint,
      costUsd: 0.002,
      estimateUsd: PRICE_USD,
      requestCount: 1,
      part: 0,
      appId: null,
      categoryId: null,
      taskId: '11210230-1535',
      tag: planned.tag,
      success: 1,
      itemsReturned: 100,
      isConfirmed: 1,
      source: 'workflow',
      workflowType: 'serp-tracking',
      apiKeyId: 'key_1',
      personId: null,
      createdAt: null,
    },
  );
  const state = await readCostState(postgres);
  assert.equal(state.reservations, 0);
  for (const budget of ['daily_usd', 'workflow_hourly_usd', 'project_monthly_usd', 'key_monthly_usd'])
    assert.deepEqual(state.windows[budget], { spent: 0.002, reserved: 0, requests: 1 }, budget);
});

test('books what a failed call cost, and throws what the call threw', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  const cause = new Error('Internal SE Server Error.');
  const failing = () => Promise.reject(new PaidCallError(cause, { costUsd: 0.002, success: false, taskId: 'a' }));
  await assert.rejects(spending.spend({ source: 'api' }, plan(), failing), (error) => error === cause);
  const free = new Error('refused');
  await assert.rejects(
    spending.spend({ source: 'api' }, plan(), () => Promise.reject(free)),
    (error) => error === free,
  );
  const { rows } = await postgres.query('select cost_usd, success, request_count from api_costs order by cost_usd desc');
  assert.deepEqual(rows, [
    { costUsd: 0.002, success: 0, requestCount: 1 },
    { costUsd: 0, success: 0, requestCount: 1 },
  ]);
  assert.deepEqual((await readCostState(postgres)).windows['daily_usd'], { spent: 0.002, reserved: 0, requests: 2 });
});

test('a call whose answer was lost keeps its money reserved', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  const cause = new Error('cut');
  await assert.rejects(
    spending.spend({ source: 'api' }, plan(), () => Promise.reject(new PaidCallError(cause, { costUsd: undefined, success: false }))),
    (error) => error === cause,
  );
  assert.equal(await spending.spend({ source: 'api' }, plan(), call(undefined, { costUsd: undefined })), 'answer');
  const { rows } = await postgres.query('select is_lost from spend_reservations');
  assert.deepEqual(rows, [{ isLost: true }, { isLost: true }]);
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.windows['daily_usd']], [0, { spent: 0, reserved: 2 * PRICE_USD, requests: 2 }]);
});

test('a call that was never made gives its money and its count back at once, and leaves no row', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t, { run_requests: 2 });
  const scope = { source: 'workflow', runId: 'wf_1', workflowType: 'serp-tracking', projectId: 'proj_1' } as const;
  await spending.spend(scope, plan(), call());
  const before = await readCostState(postgres);
  const cause = new Error('enough');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    let during: CostState | undefined;
    const giveUp = async (): Promise<never> => {
      during = await readCostState(postgres);
      throw new UnsentCallError(cause);
    };
    await assert.rejects(spending.spend(scope, plan(), giveUp), (error) => error === cause);
    assert.deepEqual([during?.reservations, during?.windows['daily_usd']?.reserved], [1, PRICE_USD]);
  }
  assert.deepEqual(await readCostState(postgres), before);
  assert.equal(await spending.spend(scope, plan(), call()), 'answer');
});

test('a task of the provider is booked once, however often it is settled', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  for (let delivery = 0; delivery < 3; delivery += 1)
    await spending.spend({ source: 'webhook' }, plan(), call(0.002, { taskId: 'one-task' }));
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.ledgerUsd, state.reservations], [1, 0.002, 0]);
  assert.deepEqual(state.windows['daily_usd'], { spent: 0.002, reserved: 0, requests: 3 });
});

test('100 calls at once over two processes: a daily budget admits exactly what fits', async (t) => {
  const fixture = await openBudgetFixture(t, { daily_usd: 40 * PRICE_USD + 0.01 });
  const { passed, refusals } = await spendMany(fixture, 100);
  assert.equal(passed, 40);
  assert.ok(
    refusals.every(
      (refusal) =>
        refusal.budget === 'daily_usd' && refusal.message.startsWith('Budget exceeded: The daily budget of the whole service of $'),
    ),
  );
  const state = await readCostState(fixture.postgres);
  assert.deepEqual([state.rows, state.ledgerUsd, state.reservations], [40, 0.62, 0]);
  assert.deepEqual(state.windows['daily_usd'], { spent: 0.62, reserved: 0, requests: 40 });
});

test('100 calls at once over two processes: the budget of a run holds, in money and in number', async (t) => {
  const fixture = await openBudgetFixture(t, { run_cost_usd: 10 * PRICE_USD, run_requests: 25 });
  const scope = { source: 'workflow', runId: 'wf_dear', workflowType: 'serp-tracking', projectId: 'proj_1' } as const;
  const dear = await spendMany(fixture, 100, { scope });
  assert.equal(dear.passed, 10);
  assert.ok(
    dear.refusals.every(
      (refusal) => refusal.budget === 'run_cost_usd' && refusal.message.startsWith("Run budget exceeded: This run's budget of $"),
    ),
  );

  await updateBudgets({ postgres: fixture.postgres }, { run_cost_usd: null });
  const many = await spendMany(fixture, 100, { scope: { ...scope, runId: 'wf_many' } });
  assert.equal(many.passed, 25);
  assert.ok(many.refusals.every((refusal) => refusal.budget === 'run_requests' && /limit of 25 calls is used up/u.test(refusal.message)));
  const state = await readCostState(fixture.postgres);
  assert.deepEqual([state.rows, state.reservations], [35, 0]);
  assert.deepEqual([state.windows['run_requests']?.requests, state.windows['run_cost_usd']?.spent], [10 + 25, 0.155]);
});

test('a refused call charges none of the budgets that had room', async (t) => {
  const fixture = await openBudgetFixture(t, { project_monthly_usd: 0.001 });
  const scope = { source: 'api', projectId: 'proj_1', workflowType: 'serp-tracking' } as const;
  await assert.rejects(
    fixture.spending.spend(scope, plan(), () => assert.fail('must not be called')),
    BudgetExceededError,
  );
  assert.deepEqual((await readCostState(fixture.postgres)).windows, {});
});

test('what calls cost less than reserved is there for the next ones', async (t) => {
  const fixture = await openBudgetFixture(t, { daily_usd: 0.02 });
  for (let round = 0; round < 9; round += 1) await fixture.spending.spend({ source: 'api' }, plan(), call(0.0005));
  assert.equal((await readCostState(fixture.postgres)).ledgerUsd, 0.0045);
  await assert.rejects(fixture.spending.spend({ source: 'api' }, plan({ estimateUsd: 0.0156 }), call()), BudgetExceededError);
});

test('a limit of 0 is exhausted at once, null is none, and a change holds from the next call on', async (t) => {
  const fixture = await openBudgetFixture(t, { daily_usd: 0 });
  const free = plan({ estimateUsd: 0 });
  await assert.rejects(fixture.spending.spend({ source: 'api' }, free, call(0)), BudgetExceededError);
  await updateBudgets({ postgres: fixture.postgres }, { daily_usd: null });
  assert.equal((await spendMany(fixture, 4)).passed, 4);
  await updateBudgets({ postgres: fixture.postgres }, { daily_usd: 4 * PRICE_USD });
  assert.equal((await spendMany(fixture, 4)).passed, 0, 'what was spent without a limit counts too');
});

test('every day, hour and month begins with an empty window', async (t) => {
  const fixture = await openBudgetFixture(t, { daily_usd: PRICE_USD, workflow_hourly_usd: { 'serp-tracking': PRICE_USD, other: null } });
  const scope = { source: 'workflow', workflowType: 'serp-tracking' } as const;
  const noonMs = Date.UTC(2031, 0, 31, 12) - Date.now();
  fixture.clock.shift(noonMs);
  assert.equal((await spendMany(fixture, 3, { scope })).passed, 1);
  fixture.clock.shift(noonMs + 86_400_000);
  assert.equal((await spendMany(fixture, 3, { scope })).passed, 1);
  await updateBudgets({ postgres: fixture.postgres }, { daily_usd: null });
  assert.deepEqual(
    (await spendMany(fixture, 3, { scope })).refusals.map((refusal) => refusal.budget),
    Array(3).fill('workflow_hourly_usd'),
  );
  fixture.clock.shift(noonMs + 86_400_000 + 3_600_000);
  assert.equal((await spendMany(fixture, 3, { scope })).passed, 1);
  assert.equal((await spendMany(fixture, 3, { scope: { ...scope, workflowType: 'other' } })).passed, 3);
});

test('the budget of language models counts nothing else', async (t) => {
  const fixture = await openBudgetFixture(t, { llm_daily_usd: 0 });
  assert.equal((await spendMany(fixture, 2)).passed, 2);
  await assert.rejects(fixture.spending.spend({ source: 'api' }, plan({ service: 'edge_workers_ai' }), call()), BudgetExceededError);
});

test('the ledger and the counters agree after a storm of everything', async (t) => {
  const fixture = await openBudgetFixture(t, {
    daily_usd: 1,
    project_monthly_usd: 0.5,
    run_cost_usd: 0.2,
    workflow_hourly_usd: 0.7,
    key_monthly_usd: 0.4,
  });
  const calls = Array.from({ length: 300 }, (_none, at) => {
    const scope: SpendScope = {
      source: 'workflow',
      ...(at % 4 === 0 ? { projectIds: ['proj_0', 'proj_1', 'proj_2'] } : { projectId: `proj_${at % 3}` }),
      runId: `wf_${at % 7}`,
      apiKeyId: `key_${at % 5}`,
      workflowType: at % 2 === 0 ? 'serp-tracking' : 'crawl-run',
    };
    const costUsd = (at % 5) * 0.0031;
    const work =
      at % 11 === 0
        ? () => Promise.reject(new PaidCallError(new Error('failed'), { costUsd, success: false, taskId: `f${at}` }))
        : call(costUsd);
    return (at % 2 === 0 ? fixture.spending : fixture.elsewhere).spend(scope, plan(), work);
  });
  const results = await Promise.allSettled(calls);
  const unexpected = results.filter(
    (result) =>
      result.status === 'rejected' && !(result.reason instanceof BudgetExceededError) && (result.reason as Error).message !== 'failed',
  );
  assert.deepEqual(unexpected, []);
  const { rows } = await fixture.postgres.query<{ budget: string; scope: string; spent: number; reserved: number; booked: number }>(
    `select w.budget, w.scope, w.spent_usd as spent, w.reserved_usd as reserved,
            (select coalesce(sum(c.cost_usd), 0) from api_costs c
             where w.scope in ('all', c.run_id, c.project_id, c.workflow_type, c.api_key_id)) as booked
     from budget_windows w`,
  );
  assert.ok(rows.length >= 12);
  for (const row of rows)
    assert.deepEqual({ ...row, reserved: row.reserved, spent: row.booked }, { ...row, reserved: 0, spent: row.spent });
  const limits: Record<string, number> = {
    daily_usd: 1,
    project_monthly_usd: 0.5,
    run_cost_usd: 0.2,
    workflow_hourly_usd: 0.7,
    key_monthly_usd: 0.4,
  };
  for (const row of rows) assert.ok(row.spent <= (limits[row.budget] ?? 0), `${row.budget} ${row.scope}: ${row.spent}`);
  const hours = await fixture.postgres.query<{ same: boolean }>(
    `select (select (sum(cost_usd), sum(request_count), count(*)) from api_costs)
          = (select (sum(cost_usd), sum(requests)::bigint, sum(calls)::bigint) from cost_hours) as same`,
  );
  assert.deepEqual(hours.rows, [{ same: true }], 'the hours add up to the ledger');
});
