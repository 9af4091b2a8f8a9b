/** What outside calls may cost and did cost: what other areas may use. */
import { defineArea, type Area } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { freeService, type ServicePrice } from '#providers/services.ts';
import { makeServiceCostEndpoints } from './routes/services.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';
import { budgetWindowsPrune } from './budgets/budget-windows-prune.workflow.ts';
import { projectBudgetEndpoints } from './routes/project-budget.ts';
import { ledgerEndpoints } from './routes/ledger.ts';
import { makeOrganizationCostEndpoints, organizationBudgetEndpoints } from './routes/organizations.ts';
import { overviewEndpoints } from './routes/overview.ts';
import { spendSweep } from './spending/spend-sweep.workflow.ts';

export { BudgetLimits, readBudgets, updateBudgets } from './budgets/budget-limits.ts';
export { readBudgetFills, type BudgetFill } from './budgets/list-budget-fills.ts';
export { describeLimits, listSpendingLimits, logSpendingLimits } from './budgets/describe-limits.ts';
export { countFullBudgets, getMonthSpend, type MonthSpend } from './reports/get-month-spend.ts';
export { getProjectMonth, sumMonthByProject, type ProjectMonth } from './reports/get-project-month.ts';
export { listKeySpends, type KeySpend } from './reports/list-key-spends.ts';
export { DOUBT_MS, sweepLostSpends } from './spending/sweep-lost-spends.ts';
export { sayRefusals } from './budgets/say-refusals.ts';
export { makeSpending } from './spending/spending.ts';
export { dryRunField, EstimateBody, EstimateResponse, toEstimateBody, toEstimateFields, type Estimate } from './wire/estimate.ts';
export { listCostRecords, type CostRecord } from './store/records.ts';
export { listProjectIdsOf } from './store/projects.ts';
export { sumRunCosts } from './store/reads.ts';
export { listTaskCosts, type TaskCost } from './store/records.ts';
export { markAbandonedSpends } from './store/reservations.ts';

/** What is booked elsewhere under these names runs on one's own machine here. */
const services = ['edge_d1_read', 'edge_d1_write', 'edge_kv', 'edge_worker', 'edge_native_fetch'].map(freeService);

/** @param prices of all services that calls may be booked under, those of this area excepted */
export function makeCosts(prices: readonly ServicePrice[]): Area {
  const all = [...prices, ...services];
  return defineArea({
    name: 'costs',
    summary: 'What outside calls cost, by project, run, service and day.',
    assistantTools,
    endpoints: [
      ...ledgerEndpoints,
      ...projectBudgetEndpoints,
      ...makeServiceCostEndpoints(all),
      ...overviewEndpoints,
      ...makeOrganizationCostEndpoints(all),
      ...organizationBudgetEndpoints,
    ],
    workflows: [spendSweep, budgetWindowsPrune],
    schedules: [
      { name: 'spend-sweep', cron: '* * * * *', workflow: 'spend-sweep', input: {} },
      { name: 'budget-windows-prune', cron: '20 3 * * *', workflow: 'budget-windows-prune', input: {} },
    ],
    settings,
    services,
    liveTopics: ['cost'],
    tables,
    reads: ['api_keys', 'memberships', 'organizations', 'projects', 'research_runs', 'users'],
  });
}
