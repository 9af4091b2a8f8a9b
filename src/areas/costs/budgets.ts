import type { PlannedCall, Service, SpendScope } from '#providers/metering.ts';
import type { BudgetLimits, BudgetName } from './budget-limits.ts';

/** A counter of a budget that one call falls into. */
export interface BudgetWindow {
  readonly budget: BudgetName;
  /** What is counted together: everything, a workflow type, a run, a project. */
  readonly scope: string;
  readonly windowStart: Date;
  readonly limitUsd: number | null;
  readonly limitRequests: number | null;
}

/** A call as budgets see it. `at` is the date of the observed world. */
export interface BudgetedCall extends SpendScope {
  readonly service: Service;
  readonly at: Date;
}

interface Budget {
  readonly name: BudgetName;
  readonly unit: 'usd' | 'requests';
  /** What is counted together with this call; `undefined`: the budget does not concern it. */
  readonly scopeOf: (call: BudgetedCall) => string | undefined;
  readonly windowStartOf: (at: Date) => Date;
  readonly limitOf: (limits: BudgetLimits, scope: string) => number | null;
  /** Counted although no limit is set, because one may be set while the window is open. */
  readonly isAlwaysCounted: boolean;
}

const LLM_SERVICES: ReadonlySet<Service> = new Set(['edge_workers_ai']);
const EVERYTHING = 'all';

/**
 * The budgets of specification section 8, in the order in which every call reserves from them: one
 * order for all calls keeps them from waiting for each other in a circle.
 */
export const BUDGETS: readonly Budget[] = [
  {
    name: 'run_cost_usd',
    unit: 'usd',
    scopeOf: (call) => call.runId,
    windowStartOf: () => new Date(0),
    limitOf: (limits) => limits.run_cost_usd,
    isAlwaysCounted: false,
  },
  {
    name: 'run_requests',
    unit: 'requests',
    scopeOf: (call) => call.runId,
    windowStartOf: () => new Date(0),
    limitOf: (limits) => limits.run_requests,
    isAlwaysCounted: false,
  },
  {
    name: 'workflow_hourly_usd',
    unit: 'usd',
    scopeOf: (call) => call.workflowType,
    windowStartOf: startOfHour,
    limitOf: (limits, workflowType) => limitOfType(limits.workflow_hourly_usd, workflowType),
    isAlwaysCounted: true,
  },
  {
    name: 'project_monthly_usd',
    unit: 'usd',
    scopeOf: (call) => call.projectId,
    windowStartOf: startOfMonth,
    limitOf: (limits) => limits.project_monthly_usd,
    isAlwaysCounted: true,
  },
  {
    name: 'llm_daily_usd',
    unit: 'usd',
    scopeOf: (call) => (LLM_SERVICES.has(call.service) ? EVERYTHING : undefined),
    windowStartOf: startOfDay,
    limitOf: (limits) => limits.llm_daily_usd,
    isAlwaysCounted: true,
  },
  {
    name: 'daily_usd',
    unit: 'usd',
    scopeOf: () => EVERYTHING,
    windowStartOf: startOfDay,
    limitOf: (limits) => limits.daily_usd,
    isAlwaysCounted: true,
  },
];

/** The counters that a call falls into, in the order in which they are reserved from. */
export function listWindows(call: BudgetedCall, limits: BudgetLimits): BudgetWindow[] {
  return BUDGETS.flatMap((budget) => {
    const scope = budget.scopeOf(call);
    if (scope === undefined) return [];
    const limit = budget.limitOf(limits, scope);
    if (limit === null && !budget.isAlwaysCounted) return [];
    const limitUsd = budget.unit === 'usd' ? limit : null;
    const limitRequests = budget.unit === 'requests' ? limit : null;
    return [{ budget: budget.name, scope, windowStart: budget.windowStartOf(call.at), limitUsd, limitRequests }];
  });
}

/** Why the call was not made, as a sentence (specification 7.5). */
export function describeExhausted({ budget, limitUsd, limitRequests }: BudgetWindow, planned: Pick<PlannedCall, 'estimateUsd'>): string {
  const what = budget.startsWith('run_') ? 'Run budget exceeded' : 'Budget exceeded';
  if (limitRequests !== null) return `${what}: ${budget} allows ${limitRequests} requests, and they are made.`;
  return `${what}: ${budget} allows ${limitUsd ?? 0} USD, and what is left does not cover a call of up to ${planned.estimateUsd} USD.`;
}

function limitOfType(limit: BudgetLimits['workflow_hourly_usd'], workflowType: string): number | null {
  if (limit === null || typeof limit === 'number') return limit;
  return Object.hasOwn(limit, workflowType) ? (limit[workflowType] ?? null) : null;
}

function startOfHour(at: Date): Date {
  return new Date(new Date(at).setUTCMinutes(0, 0, 0));
}

function startOfDay(at: Date): Date {
  return new Date(new Date(at).setUTCHours(0, 0, 0, 0));
}

function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
