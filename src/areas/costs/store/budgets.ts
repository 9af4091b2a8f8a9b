import type { Sql } from '#stores/postgres/types.ts';

const SETTING = 'budgets';

/** The limits as they were set, or `undefined` when none ever was. */
export async function findBudgetSetting(sql: Sql): Promise<unknown> {
  const { rows } = await sql.query<{ value: unknown }>('select value from settings where name = $1', [SETTING], 'select-budgets');
  return rows[0]?.value;
}

/** Sets what is named, leaves the rest. */
export async function mergeBudgets(sql: Sql, changes: object): Promise<void> {
  await sql.query(
    `insert into settings as s (name, value) values ($1, $2)
     on conflict (name) do update set value = s.value || excluded.value, updated_at = now()`,
    [SETTING, JSON.stringify(changes)],
  );
}

/** Removes counters that were not changed since an instant. @returns how many were removed */
export async function deleteWindowsBefore(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query('delete from budget_windows where updated_at < $1', [before]);
  return rowCount ?? 0;
}

export interface WindowSums {
  readonly scope: string;
  readonly spentUsd: number;
  readonly reservedUsd: number;
}

/** The counters of one budget and window, of these scopes. */
export async function listWindowSums(
  sql: Sql,
  { budget, scopes, windowStart }: { readonly budget: string; readonly scopes: readonly string[]; readonly windowStart: Date },
): Promise<WindowSums[]> {
  const { rows } = await sql.query<WindowSums & Record<string, unknown>>(
    `select scope, spent_usd as "spentUsd", reserved_usd as "reservedUsd"
     from budget_windows where budget = $1 and scope = any($2::text[]) and window_start = $3 order by scope`,
    [budget, scopes, windowStart],
  );
  return rows;
}
