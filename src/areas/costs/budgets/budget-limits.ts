import { z } from 'zod';
import type { Sql } from '#stores/postgres/types.ts';
import { mergeBudgets, findBudgetSetting } from '../store/budgets.ts';

const AMOUNT_MAX = 1_000_000_000;
/** How many names an object of limits can hold. */
export const NAMES_MAX = 1000;
const NAME_LENGTH_MAX = 100;

const AMOUNT_TEXT = 'must be an amount of USD from 0 to 1,000,000,000, or null for none';
export const Usd = z.number(AMOUNT_TEXT).min(0, AMOUNT_TEXT).max(AMOUNT_MAX, AMOUNT_TEXT).nullable();

const COUNT_TEXT = 'must be a whole number from 0 to 1,000,000,000, or null for none';
const Count = z.int(COUNT_TEXT).min(0, COUNT_TEXT).max(AMOUNT_MAX, COUNT_TEXT).nullable();

const UsdByName = z
  .record(z.string().min(1).max(NAME_LENGTH_MAX), Usd)
  .refine((byName) => Object.keys(byName).length <= NAMES_MAX, `must name at most ${NAMES_MAX}`);

/**
 * The limits of all budgets, under their names in `/api/admin/config`.
 * 0 is exhausted at once, null is no limit. An object by name holds under `default` what the names that it lacks get.
 */
export const BudgetLimits = z
  .object({
    daily_usd: Usd.meta({ description: 'All outside calls of a day (UTC) together.' }),
    llm_daily_usd: Usd.meta({ description: 'Calls of language models in a day (UTC).' }),
    workflow_hourly_usd: z
      .union([Usd, UsdByName], AMOUNT_TEXT)
      .meta({ description: 'Calls of one type of workflow in an hour: one number for every type, or an object by type.' }),
    run_cost_usd: Usd.meta({ description: 'Calls of one run.' }),
    run_requests: Count.meta({ description: 'Number of calls of one run.' }),
    project_monthly_usd: z
      .union([Usd, UsdByName], AMOUNT_TEXT)
      .meta({ description: 'Calls of one project in a month (UTC): one number for every project, or an object by id.' }),
    key_monthly_usd: z.union([Usd, UsdByName], AMOUNT_TEXT).meta({
      description:
        'Calls on behalf of one API key, and of the keys made by it if it is bound, in a month (UTC): one number for every key, or an object by id of the key.',
    }),
    organization_monthly_usd: z.union([Usd, UsdByName], AMOUNT_TEXT).meta({
      description:
        'Calls of one organization, over all its projects and keys, in a month (UTC): one number for every organization, or an object by id.',
    }),
  })
  .meta({ id: 'BudgetLimits' });
export type BudgetLimits = z.output<typeof BudgetLimits>;

/** What a change may name: any of the budgets; the others stay. */
export const BudgetChanges = BudgetLimits.partial();
export type BudgetChanges = z.output<typeof BudgetChanges>;

/** Limits that hold until others are set. */
export const DEFAULT_BUDGETS: BudgetLimits = {
  daily_usd: 50,
  llm_daily_usd: 50,
  workflow_hourly_usd: null,
  run_cost_usd: null,
  run_requests: null,
  project_monthly_usd: null,
  key_monthly_usd: null,
  organization_monthly_usd: null,
};

/** The limits that hold now. */
export async function readBudgets(sql: Sql): Promise<BudgetLimits> {
  const stored = BudgetChanges.parse((await findBudgetSetting(sql)) ?? {});
  return { ...DEFAULT_BUDGETS, ...withoutUndefined(stored) };
}

/**
 * Sets the named limits and leaves the others; they hold from the next call on, in every process.
 * @returns all limits
 */
export async function updateBudgets(ctx: { readonly postgres: Sql }, changes: BudgetChanges): Promise<BudgetLimits> {
  await mergeBudgets(ctx.postgres, withoutUndefined(changes));
  return await readBudgets(ctx.postgres);
}

function withoutUndefined(changes: BudgetChanges): BudgetChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, limit]) => limit !== undefined));
}
