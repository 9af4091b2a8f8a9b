import assert from 'node:assert/strict';
import test from 'node:test';
import { newId } from '#kernel/ids.ts';
import { PaidCallError, UnsentCallError, type CallCost, type ScopedCall, type SpendScope } from '#providers/metering.ts';
import { openBudgetFixture, plan, PRICE_USD, readCostState, record } from '../../../../test/support/budget-fixture.ts';
import { sweepLostSpends } from './sweep-lost-spends.ts';

const QUEUE_USD = 0.0006;
const SCOPE: SpendScope = { source: 'workflow', runId: 'wf_1', workflowType: 'subscription-dispatch', projectId: 'proj_1' };

function planMany(count: number, scopeOf: (at: number) => SpendScope = () => SCOPE): ScopedCall[] {
  return Array.from({ length: count }, (_none, at) => ({ ...plan({ estimateUsd: QUEUE_USD }), scope: scopeOf(at) }));
}

/** The answer of a POST of tasks. */
function post(costUsd: number | undefined = QUEUE_USD) {
  return (made: readonly ScopedCall[]): Promise<{ value: string[]; costs: CallCost[] }> =>
    Promise.resolve({
      value: made.map(({ tag }) => tag),
      costs: made.map(({ tag }) => ({ costUsd, success: true, taskId: `task-${tag}` })),
    });
}

test('a hundred tasks of one POST are reserved together and booked one by one', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  const planned = planMany(100);
  let during: unknown;
  const outcome = await spending.spendBatch(planned, async (made) => {
    during = (await readCostState(postgres)).windows['daily_usd'];
    return await post()(made);
  });
  assert.deepEqual(during, { spent: 0, reserved: 0.06, requests: 100 });
  assert.deepEqual(outcome, { value: planned.map(({ tag }) => tag), refused: [] });
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.ledgerUsd, state.reservations], [100, 0.06, 0]);
  for (const budget of ['daily_usd', 'workflow_hourly_usd', 'project_monthly_usd'])
    assert.deepEqual(state.windows[budget], { spent: 0.06, reserved: 0, requests: 100 }, budget);
});

test('a task of the provider is booked once, also when it is found in a second POST', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  const planned = planMany(5);
  for (let delivery = 0; delivery < 3; delivery += 1) await spending.spendBatch(planned, post());
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.ledgerUsd, state.reservations], [5, 0.003, 0]);
  assert.equal(state.windows['daily_usd']?.spent, 0.003);
});

test('those without room in a budget are left out, and the others go', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t, { project_monthly_usd: 2 * QUEUE_USD });
  const planned = planMany(6, (at) => ({ ...SCOPE, projectId: undefined, projectIds: at % 2 === 0 ? ['proj_poor'] : [`proj_${at}`] }));
  const { value, refused } = await spending.spendBatch(planned, post());
  const poor = planned[4];
  assert.deepEqual(
    value,
    planned.filter((one) => one !== poor).map(({ tag }) => tag),
  );
  assert.deepEqual(
    refused.map(({ planned: { tag }, error }) => [tag, error.budget, error.scope]),
    [[poor?.tag, 'project_monthly_usd', 'proj_poor']],
  );
  assert.equal((await readCostState(postgres)).rows, 5);
});

test('nothing is called when no budget has room for anything', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t, { run_requests: 0 });
  const { value, refused } = await spending.spendBatch(planMany(3), () => assert.fail('was called'));
  assert.deepEqual([value, refused.length, new Set(refused.map(({ error }) => error.message)).size], [undefined, 3, 1]);
  assert.match(refused[0]?.error.message ?? '', /^Run budget exceeded: This run's limit is 0 calls/u);
  assert.deepEqual(await readCostState(postgres), { ledgerUsd: 0, rows: 0, reservations: 0, windows: {} });
});

test('a POST whose answer was lost keeps its money, and the sweeper finds each task by its tag', async (t) => {
  const fixture = await openBudgetFixture(t);
  const { postgres, spending } = fixture;
  const planned = planMany(4);
  const cause = new Error('cut');
  const lose = () => Promise.reject(new PaidCallError(cause, { costUsd: undefined, success: false }));
  await assert.rejects(spending.spendBatch(planned, lose), (error) => error === cause);
  assert.deepEqual((await readCostState(postgres)).windows['daily_usd'], { spent: 0, reserved: 0.0024, requests: 4 });
  const { rows } = await postgres.query('select count(*) as lost from spend_reservations where is_lost');
  assert.deepEqual(rows, [{ lost: 4 }]);
  // Two of them reached the provider; the others were sent again.
  await spending.spendBatch(planned.slice(2), post());
  const records = planned.map(({ tag }) => record({ taskId: `task-${tag}`, tag, costUsd: QUEUE_USD }));
  const searchData = { hasRecordsOf: () => true, fetchTaskRecords: () => Promise.resolve({ records, isComplete: true }) };
  assert.equal((await sweepLostSpends({ ...fixture, searchData })).settled, 4);
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.ledgerUsd, state.reservations], [4, 0.0024, 0], 'each task once');
  assert.deepEqual([state.windows['daily_usd']?.spent, state.windows['daily_usd']?.reserved], [0.0024, 0]);
});

test('a POST that was never sent gives everything back, and one that was refused costs nothing', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  const cause = new Error('stopped');
  await assert.rejects(
    spending.spendBatch(planMany(3), () => Promise.reject(new UnsentCallError(cause))),
    (error) => error === cause,
  );
  assert.deepEqual(await readCostState(postgres), { ledgerUsd: 0, rows: 0, reservations: 0, windows: {} });
  await assert.rejects(spending.spendBatch(planMany(3), () => Promise.reject(cause)));
  const state = await readCostState(postgres);
  assert.deepEqual([state.rows, state.ledgerUsd, state.reservations], [3, 0, 0]);
});

test('a failed POST with a price shares it among its tasks, and tasks without a cost are lost', async (t) => {
  const { postgres, spending } = await openBudgetFixture(t);
  const failed = new PaidCallError(new Error('broken'), { costUsd: 0.01, success: false, taskId: newId('task_') });
  await assert.rejects(spending.spendBatch(planMany(3), () => Promise.reject(failed)));
  const { rows } = await postgres.query('select cost_usd, success, task_id from api_costs order by cost_usd desc');
  assert.deepEqual(rows, [
    { costUsd: 0.003334, success: 0, taskId: null },
    { costUsd: 0.003333, success: 0, taskId: null },
    { costUsd: 0.003333, success: 0, taskId: null },
  ]);
  await spending.spendBatch(planMany(3), (made) => Promise.resolve({ value: made, costs: [{ costUsd: PRICE_USD, success: true }] }));
  const lost = await postgres.query('select count(*) as count from spend_reservations where is_lost');
  assert.deepEqual(lost.rows, [{ count: 2 }]);
});
