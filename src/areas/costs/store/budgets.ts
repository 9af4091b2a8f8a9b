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

type NamedBudget = 'project_monthly_usd' | 'organization_monthly_usd';

/** Limits of the budget `$3` in an object by id. One number for all becomes the limit of those that are not named. */
const LIMITS_BY_ID = `case jsonb_typeof(s.value->$3::text) when 'object' then s.value->$3::text
  else jsonb_build_object('default', s.value->$3::text) end`;

/** Sets the limit of one project or organization and leaves the others, in one statement. */
export async function setNamedLimit(sql: Sql, budget: NamedBudget, id: string, limitUsd: number | null): Promise<void> {
  await sql.query(
    `insert into settings as s (name, value)
     values ($1, jsonb_build_object($3::text, jsonb_build_object($2::text, $4::float8)))
     on conflict (name) do update set updated_at = now(),
       value = s.value || jsonb_build_object($3::text, (${LIMITS_BY_ID}) || jsonb_build_object($2::text, $4::float8))`,
    [SETTING, id, budget, limitUsd],
  );
}

/** Takes the limit of one project away, so that it has that of all projects. */
export async function removeProjectLimit(sql: Sql, projectId: string): Promise<void> {
  await sql.query(
    `update settings s set updated_at = now(),
       value = s.value || jsonb_build_object('project_monthly_usd', (s.value->'project_monthly_usd') - $2::text)
     where name = $1 and jsonb_typeof(s.value->'project_monthly_usd') = 'object'`,
    [SETTING, projectId],
  );
}

/** How many others have a limit of their own. */
export async function countNamedLimits(sql: Sql, budget: NamedBudget, id: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from settings s, jsonb_object_keys(${LIMITS_BY_ID}) as id
     where name = $1 and id not in ('default', $2)`,
    [SETTING, id, budget],
  );
  return rows[0]?.count ?? 0;
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
  const { rows } = await sql.query<WindowSums>(
    `select scope, spent_usd, reserved_usd
     from budget_windows where budget = $1 and scope = any($2::text[]) and window_start = $3 order by scope`,
    [budget, scopes, windowStart],
  );
  return rows;
}

export interface SpentWindow {
  readonly scope: string;
  readonly windowStart: Date;
  readonly spentUsd: number;
}

export interface SpentQuestion {
  readonly budget: string;
  /** By the beginning of the window. */
  readonly since: Date;
  readonly until: Date;
  /** Null: all. */
  readonly scopes: readonly string[] | null;
  readonly after: Pick<SpentWindow, 'scope' | 'windowStart'> | undefined;
  readonly limit: number;
}

/** The counters of one budget in which something was spent, by scope and beginning. */
export async function listSpentWindows(sql: Sql, { budget, since, until, scopes, after, limit }: SpentQuestion): Promise<SpentWindow[]> {
  const { rows } = await sql.query<SpentWindow>(
    `select scope, window_start, spent_usd from budget_windows
     where budget = $1 and window_start > $2 and window_start <= $3 and ($4::text[] is null or scope = any($4))
       and ($5::text is null or (scope, window_start) > ($5, $6::timestamptz)) and spent_usd > 0
     order by scope, window_start limit $7`,
    [budget, since, until, scopes, after?.scope ?? null, after?.windowStart ?? null, limit],
  );
  return rows;
}
