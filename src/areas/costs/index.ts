/** What outside calls may cost and did cost: what other areas may use. */
import type { AppEndpoint, AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import { budgetWindowsPrune } from './budget-windows-prune.workflow.ts';
import { ledgerEndpoints } from './routes/ledger.ts';
import { overviewEndpoints } from './routes/overview.ts';
import { spendSweep } from './spend-sweep.workflow.ts';

export { BudgetChanges, BudgetLimits, readBudgets, updateBudgets } from './budget-limits.ts';
export { describeLimits, listSpendingLimits, logSpendingLimits } from './describe-limits.ts';
export { listKeySpends, type KeySpend } from './list-key-spends.ts';
export { DOUBT_MS, settleLostSpends } from './settle-lost-spends.ts';
export { makeSpending } from './spending.ts';
export { dryRunField, EstimateBody, toEstimateFields, type Estimate } from './wire/estimate.ts';
export { selectRecords as listCostRecords, type CostRecord } from './store/records.ts';
export { selectProjectIdsOf as listProjectIdsOf } from './store/projects.ts';
export { sumRunCosts } from './store/run-totals.ts';
export { selectTaskCosts as listTaskCosts, type TaskCost } from './store/task-costs.ts';
export { markAllLost as markAbandonedSpends } from './store/reservations.ts';

export const endpoints: AppEndpoint[] = [...ledgerEndpoints, ...overviewEndpoints];

export const workflows: AppWorkflow[] = [spendSweep, budgetWindowsPrune];

export const schedules: Schedule[] = [
  { name: 'spend-sweep', cron: '* * * * *', workflow: 'spend-sweep', input: {} },
  { name: 'budget-windows-prune', cron: '20 3 * * *', workflow: 'budget-windows-prune', input: {} },
];
