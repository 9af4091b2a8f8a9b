import type { Sql } from '#stores/postgres/types.ts';
import { endOf } from '../periods.ts';
import { listSpentWindows, type SpentWindow } from '../store/budgets.ts';
import { listMemberLimits, listOwnLimits } from '../store/payers.ts';
import { readBudgets, type BudgetLimits } from './budget-limits.ts';
import { BUDGETS, withOwnLimits, type Budget, type Limits } from './budgets.ts';

/** How full a counter of a budget is. */
export interface BudgetFill {
  readonly budget: string;
  /** What it is called in a sentence. */
  readonly words: string;
  readonly scope: string;
  readonly windowStart: Date;
  readonly endsAt: Date;
  /** In USD. Of now: of a past window it may have been another. */
  readonly limit: number;
  /** USD that were settled; of calls that are under way nothing. */
  readonly used: number;
}

export interface FillsQuestion {
  /** Windows that have not ended by then. */
  readonly since: Date;
  /** Windows that have begun by then. */
  readonly until: Date;
  /** Only the budgets of these projects; undefined: every budget of the service. */
  readonly projectIds: readonly string[] | undefined;
  /** Only this budget. */
  readonly budget: string | undefined;
}

const PROJECT = 'project_monthly_usd';
const MEMBER = 'member_monthly_usd';
const ROWS_AT_ONCE = 1_000;

/**
 * How full each counter is of the budgets that have a limit above 0; a budget of 0 allows nothing, and a run has no period. A budget
 * that nothing limits costs no question.
 */
export async function* readBudgetFills(sql: Sql, question: FillsQuestion): AsyncIterable<BudgetFill> {
  const limits = await readBudgets(sql);
  const { projectIds } = question;
  for (const budget of BUDGETS) {
    if (budget.period === 'run' || (question.budget !== undefined && question.budget !== budget.name)) continue;
    if (projectIds !== undefined && budget.name !== PROJECT) continue;
    // Limits of projects and members stand beside the configuration.
    const isSet = ((limits as Limits)[budget.name] ?? null) !== null || budget.name === PROJECT || budget.name === MEMBER;
    if (isSet) yield* readFills(sql, question, { budget, limits });
  }
}

async function* readFills(
  sql: Sql,
  { since, until, projectIds }: FillsQuestion,
  { budget, limits }: { readonly budget: Budget; readonly limits: BudgetLimits },
): AsyncIterable<BudgetFill> {
  const asked = { budget: budget.name, since: startBefore(budget, since), until, scopes: projectIds ?? null, limit: ROWS_AT_ONCE };
  let after: SpentWindow | undefined;
  do {
    const windows: SpentWindow[] = await listSpentWindows(sql, { ...asked, after });
    const all = await withKeptLimits(sql, limits, { budget, windows });
    for (const window of windows) yield* toFill(budget, all, window);
    after = windows.length < ROWS_AT_ONCE ? undefined : windows.at(-1);
  } while (after !== undefined);
}

async function withKeptLimits(
  sql: Sql,
  limits: BudgetLimits,
  { budget, windows }: { readonly budget: Budget; readonly windows: readonly SpentWindow[] },
): Promise<Limits> {
  const scopes = [...new Set(windows.map(({ scope }) => scope))];
  if (budget.name === MEMBER) return { ...limits, [MEMBER]: await listMemberLimits(sql, scopes) };
  return budget.name === PROJECT ? withOwnLimits(limits, await listOwnLimits(sql, scopes)) : limits;
}

function toFill(budget: Budget, limits: Limits, { scope, windowStart, spentUsd }: SpentWindow): BudgetFill[] {
  const limit = budget.limitOf(limits, scope);
  const endsAt = endOf(budget.period, windowStart);
  if (limit === null || limit === 0 || endsAt === undefined) return [];
  return [{ budget: budget.name, words: budget.words(scope), scope, windowStart, endsAt, limit, used: spentUsd }];
}

const LONGEST_MS = { run: 0, hour: 3_600_000, day: 86_400_000, month: 31 * 86_400_000 } as const;

/** A window that has not ended by an instant began after this one. */
function startBefore({ period }: Budget, since: Date): Date {
  return new Date(since.getTime() - LONGEST_MS[period]);
}
