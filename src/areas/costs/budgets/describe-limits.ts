import type { AppContext } from '#context';
import { readBudgets } from './budget-limits.ts';
import { BUDGETS, DEFAULT_NAME, type Budget, type Limits } from './budgets.ts';

/**
 * The budgets that have a limit, for people, each like `daily_usd: 50 USD a day` or
 * `workflow_hourly_usd: 5 USD an hour for serp-tracking`.
 */
export function describeLimits(limits: Limits): string[] {
  return BUDGETS.flatMap((budget) => {
    const limit = limits[budget.name] ?? null;
    if (limit === null) return [];
    if (typeof limit === 'number') return [describe(budget, limit)];
    return Object.entries(limit).flatMap(([name, one]) =>
      one === null ? [] : [`${describe(budget, one)} for ${name === DEFAULT_NAME ? 'every other' : name}`],
    );
  });
}

/** The limits that hold now, for people; see `describeLimits`. */
export async function listSpendingLimits({ postgres }: Pick<AppContext, 'postgres'>): Promise<string[]> {
  return describeLimits(await readBudgets(postgres));
}

/** Says at the start what the service may spend. */
export async function logSpendingLimits({ postgres, logger }: Pick<AppContext, 'postgres' | 'logger'>): Promise<void> {
  const limits = await readBudgets(postgres);
  const details = { limits: describeLimits(limits) };
  if (limits.daily_usd === null) logger.warn(details, 'no limit on what may be spent in a day: budgets.daily_usd of /api/admin/config');
  else logger.info(details, `at most ${limits.daily_usd} USD are spent in a day: budgets.daily_usd of /api/admin/config`);
}

const ARTICLES = { run: 'a run', hour: 'an hour', day: 'a day', month: 'a month' } as const;

function describe({ name, unit, period }: Budget, limit: number): string {
  return `${name}: ${limit} ${unit === 'usd' ? 'USD' : 'requests'} ${ARTICLES[period]}`;
}
