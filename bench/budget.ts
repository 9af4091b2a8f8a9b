import { BudgetExceededError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { SpendScope, Spending } from '#providers/metering.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timePairs } from './support/measure.ts';

const CONCURRENCY = 64;
const CALLS = 2_000;
const ROUNDS = 5;
const RATIO_MIN = 0.5;
const PRICE_USD = 0.002;
const LIMIT_USD = 1_000_000;
const SCOPE: SpendScope = {
  source: 'workflow',
  runId: 'wf_bench',
  workflowType: 'serp-tracking',
  projectId: 'proj_bench',
  apiKeyId: 'key_bench',
};

/** Money set aside and settled by 64 callers at once, against the one write that no such budget can do without. */
export const budget: Bench = {
  name: 'budget',
  summary: `reserve and settle, ${CONCURRENCY} callers at once on one budget, against a bare conditional UPDATE of its row`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      await setBudgets(bench, { daily_usd: LIMIT_USD });
      const { spending, postgres } = bench.app.context;
      await makeBareRow(postgres);
      const one = await measure({ spending, postgres }, { source: 'workflow' });
      await setBudgets(bench, {
        run_cost_usd: LIMIT_USD,
        run_requests: 1_000_000_000,
        project_monthly_usd: LIMIT_USD,
        key_monthly_usd: LIMIT_USD,
      });
      const all = await measure({ spending, postgres }, SCOPE);
      return {
        rows: [
          { figure: 'of the bare update', value: one.speedRatio, unit: 'x', bound: { atLeast: RATIO_MIN } },
          { figure: 'reserve and settle, one budget', value: toRate(one.oursMs), unit: 'pairs/s' },
          { figure: 'reserve and settle, every budget', value: toRate(all.oursMs), unit: 'pairs/s' },
          { figure: 'bare conditional update', value: toRate(one.boundMs), unit: 'updates/s' },
        ],
        notes: ['A pair writes the reservation, removes it, and writes its row of the ledger; the bare update writes one number.'],
      };
    } finally {
      await bench.stop();
    }
  },
};

async function setBudgets(bench: BenchApp, budgets: Readonly<Record<string, number>>): Promise<void> {
  await bench.call('PUT', '/api/admin/config', { budgets });
}

function measure({ spending, postgres }: { spending: Spending; postgres: Postgres }, scope: SpendScope) {
  return timePairs(
    ROUNDS,
    () => callMany(() => spend(spending, scope)),
    () => callMany(() => updateBare(postgres)),
  );
}

async function spend(spending: Spending, scope: SpendScope): Promise<void> {
  const planned = { service: 'provider_serp', endpoint: '/v3/bench', estimateUsd: PRICE_USD, tag: newId('spend_') } as const;
  const answer = { value: undefined, cost: { costUsd: PRICE_USD, success: true, taskId: planned.tag } };
  await spending.spend(scope, planned, () => Promise.resolve(answer));
}

async function makeBareRow(postgres: Postgres): Promise<void> {
  await postgres.query(`insert into budget_windows (budget, scope, window_start) values ('bench', 'bare', 'epoch')`);
}

async function updateBare(postgres: Postgres): Promise<void> {
  const { rowCount } = await postgres.query(
    `update budget_windows set reserved_usd = reserved_usd + $1, requests = requests + 1
     where budget = 'bench' and scope = 'bare' and window_start = 'epoch' and reserved_usd + spent_usd + $1 <= $2`,
    [PRICE_USD, LIMIT_USD],
    'bench-bare-update',
  );
  if (rowCount !== 1) throw new BudgetExceededError('bench', 'the bare budget has no room');
}

/** So many calls, always as many at once as there are callers. */
async function callMany(call: () => Promise<void>): Promise<void> {
  let begun = 0;
  const caller = async (): Promise<void> => {
    while (begun < CALLS) {
      begun += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, caller));
}

function toRate(ms: number): number {
  return CALLS / (ms / 1000);
}
