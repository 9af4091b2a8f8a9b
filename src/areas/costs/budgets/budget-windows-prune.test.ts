import assert from 'node:assert/strict';
import test from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { pruneBudgetWindows } from './budget-windows-prune.workflow.ts';

test('removes counters that have not changed for 90 days, and no others', async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query(
    `insert into budget_windows (budget, scope, window_start, updated_at)
     values ('run_cost_usd', 'wf_old', 'epoch', now() - interval '91 days'), ('run_cost_usd', 'wf_new', 'epoch', now() - interval '89 days')`,
  );
  assert.equal(await pruneBudgetWindows({ postgres, clock: makeClock() }), 1);
  const { rows } = await postgres.query('select scope from budget_windows');
  assert.deepEqual(rows, [{ scope: 'wf_new' }]);
});
