import type { AppContext } from '#context';
import { BUDGETS, withKeyLimits } from '../budgets/budgets.ts';
import { readBudgets } from '../budgets/budget-limits.ts';
import { startOf } from '../periods.ts';
import { listKeyLimits } from '../store/payers.ts';
import { listWindowSums } from '../store/budgets.ts';

/** What is spent in the current month (UTC, of the observed world), in USD, on behalf of an API key and of the keys made by it if it is bound. */
export interface KeySpend {
  readonly spentUsd: number;
  /** Reserved for calls that are under way. */
  readonly reservedUsd: number;
  /** `key_monthly_usd` as it holds for the key; null: none. */
  readonly limitUsd: number | null;
}

const BUDGET = 'key_monthly_usd';

/** The month so far of each key, by the counters that its budget is kept with. */
export async function listKeySpends(
  { postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, KeySpend>> {
  const windowStart = startOf('month', clock.now());
  const [set, own, windows] = await Promise.all([
    readBudgets(postgres),
    listKeyLimits(postgres, keyIds),
    listWindowSums(postgres, { budget: BUDGET, scopes: keyIds, windowStart }),
  ]);
  const limits = withKeyLimits(set, own);
  const windowOf = new Map(windows.map((window) => [window.scope, window]));
  const limitOf = BUDGETS.find(({ name }) => name === BUDGET)?.limitOf;
  return new Map(
    keyIds.map((id) => {
      const { spentUsd, reservedUsd } = windowOf.get(id) ?? { spentUsd: 0, reservedUsd: 0 };
      return [id, { spentUsd, reservedUsd, limitUsd: limitOf?.(limits, id) ?? null }];
    }),
  );
}
