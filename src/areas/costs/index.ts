/** What outside calls may cost and did cost: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';
import { budgetWindowsPrune } from './budget-windows-prune.workflow.ts';
import { ledgerEndpoints } from './routes/ledger.ts';
import { overviewEndpoints } from './routes/overview.ts';
import { spendSweep } from './spend-sweep.workflow.ts';

export { BudgetLimits, readBudgets, updateBudgets } from './budget-limits.ts';
export { describeLimits, listSpendingLimits, logSpendingLimits } from './describe-limits.ts';
export { listKeySpends, type KeySpend } from './list-key-spends.ts';
export { DOUBT_MS, sweepLostSpends } from './sweep-lost-spends.ts';
export { makeSpending } from './spending.ts';
export { dryRunField, EstimateBody, toEstimateFields, type Estimate } from './wire/estimate.ts';
export { listCostRecords, type CostRecord } from './store/records.ts';
export { listProjectIdsOf } from './store/projects.ts';
export { sumRunCosts } from './store/run-totals.ts';
export { listTaskCosts, type TaskCost } from './store/task-costs.ts';
export { markAbandonedSpends } from './store/reservations.ts';

export const costs = defineArea({
  name: 'costs',
  summary: 'What outside calls cost, by project, run, service and day.',
  readingOrder: 10,
  endpoints: [...ledgerEndpoints, ...overviewEndpoints],
  workflows: [spendSweep, budgetWindowsPrune],
  schedules: [
    { name: 'spend-sweep', cron: '* * * * *', workflow: 'spend-sweep', input: {} },
    { name: 'budget-windows-prune', cron: '20 3 * * *', workflow: 'budget-windows-prune', input: {} },
  ],
  settings,
  liveTopics: ['cost'],
  tables,
  reads: ['api_keys', 'projects'],
});
