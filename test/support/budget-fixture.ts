import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { updateBudgets, type BudgetChanges } from '#areas/costs/budgets/budget-limits.ts';
import { makeSpending } from '#areas/costs/spending/spending.ts';
import { makeClock, type ShiftableClock } from '#kernel/clock.ts';
import { BudgetExceededError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import type { CallCost, PlannedCall, SpendScope, Spending, TaskRecord } from '#providers/metering.ts';
import { makePostgres } from '#stores/postgres/client.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { openTestStores } from './index.ts';

/** Budgets on a database of the test's own, calls that spend from them, and what the ledger holds afterwards. */

export const PRICE_USD = 0.0155;
const logger = pino({ level: 'silent' });

export interface BudgetFixture {
  readonly postgres: Postgres;
  readonly clock: ShiftableClock;
  readonly logger: Logger;
  readonly spending: Spending;
  /** The same budgets from another process: a pool and an instance of its own. */
  readonly elsewhere: Spending;
}

export async function openBudgetFixture(t: TestContext, limits: BudgetChanges = {}): Promise<BudgetFixture> {
  const stores = await openTestStores(t);
  const { postgres } = stores;
  const other = makePostgres({ connectionString: stores.connectionString, logger });
  stores.onClose(() => other.close());
  await updateBudgets({ postgres }, limits);
  const clock = makeClock();
  return {
    postgres,
    clock,
    logger,
    spending: makeSpending({ postgres, clock, logger }),
    elsewhere: makeSpending({ postgres: other, clock, logger }),
  };
}

export function plan(more: Partial<PlannedCall> = {}): PlannedCall {
  return {
    service: 'provider_serp',
    endpoint: '/v3/serp/google/organic/live/advanced',
    estimateUsd: PRICE_USD,
    tag: newId('spend_'),
    ...more,
  };
}

/** A call that costs, and takes as long as the event loop needs to get round. */
export function call(costUsd: number = PRICE_USD, more: Partial<CallCost> = {}) {
  return async (): Promise<{ value: string; cost: CallCost }> => {
    await new Promise((resolve) => setImmediate(resolve));
    return { value: 'answer', cost: { costUsd, success: true, itemsReturned: 100, taskId: newId('task_'), ...more } };
  };
}

/** A row of the provider's record. */
export function record(more: Partial<TaskRecord> & Pick<TaskRecord, 'taskId'>): TaskRecord {
  return { tag: undefined, costUsd: PRICE_USD, endpoint: '/v3/serp/google/organic/live/advanced', postedAt: new Date(0), ...more };
}

export interface CostState {
  readonly ledgerUsd: number;
  readonly rows: number;
  readonly reservations: number;
  readonly windows: Readonly<Record<string, { spent: number; reserved: number; requests: number }>>;
}

export async function readCostState(postgres: Postgres): Promise<CostState> {
  const ledger = await postgres.query<{ usd: number; rows: number }>(
    'select coalesce(sum(cost_usd), 0) as usd, count(*) as rows from api_costs',
  );
  const reservations = await postgres.query<{ count: number }>('select count(*) as count from spend_reservations');
  const windows = await postgres.query<{ budget: string; spent: number; reserved: number; requests: number }>(
    'select budget, sum(spent_usd) as spent, sum(reserved_usd) as reserved, sum(requests)::integer as requests from budget_windows where requests > 0 group by budget',
  );
  return {
    ledgerUsd: ledger.rows[0]?.usd ?? 0,
    rows: ledger.rows[0]?.rows ?? 0,
    reservations: reservations.rows[0]?.count ?? 0,
    windows: Object.fromEntries(windows.rows.map(({ budget, ...counted }) => [budget, counted])),
  };
}

export async function spendMany(
  fixture: BudgetFixture,
  count: number,
  { scope = { source: 'api' }, costUsd }: { scope?: SpendScope; costUsd?: number } = {},
) {
  const results = await Promise.allSettled(
    Array.from(
      { length: count },
      async (_none, at) => await (at % 2 === 0 ? fixture.spending : fixture.elsewhere).spend(scope, plan(), call(costUsd)),
    ),
  );
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  for (const refusal of refusals) assert.ok(refusal instanceof BudgetExceededError, String(refusal));
  return { passed: count - refusals.length, refusals: refusals as BudgetExceededError[] };
}
