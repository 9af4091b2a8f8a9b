import type { Sql } from '#stores/postgres/types.ts';
import { toUsd } from '#kernel/money.ts';

/** Which counter: a budget, what it counts together, and the span of time. */
export interface CounterKey {
  readonly budget: string;
  readonly scope: string;
  readonly windowStart: Date;
}

export interface BudgetCounter extends CounterKey {
  readonly reservedUsd: number;
  readonly spentUsd: number;
  readonly requests: number;
}

/** What is added to a counter; amounts in millionths of a dollar. */
export interface CounterChange extends CounterKey {
  readonly reserved: number;
  readonly spent: number;
  readonly requests: number;
}

/** The name of a counter, unique among counters. */
export function toCounterName({ budget, scope, windowStart }: CounterKey): string {
  return JSON.stringify([budget, scope, windowStart.getTime()]);
}

/** All writers lock counters in this order, so that they never wait for each other in a circle. */
const ORDER = 'budget collate "C", scope collate "C", window_start';

/**
 * The counters as they are now, locked until the transaction ends.
 * Those that did not exist are made before any is held, which keeps the order of the locks.
 */
export async function lockCounters(tx: Sql, keys: readonly CounterKey[]): Promise<BudgetCounter[]> {
  const values = toColumns(keys);
  await tx.query(
    `insert into budget_windows (budget, scope, window_start)
     select budget, scope, window_start from unnest($1::text[], $2::text[], $3::timestamptz[]) as a (budget, scope, window_start)
     order by ${ORDER}
     on conflict do nothing`,
    values,
    'insert-counters',
  );
  const { rows } = await tx.query<BudgetCounter>(
    `select budget, scope, window_start, reserved_usd, spent_usd, requests
     from budget_windows
     join unnest($1::text[], $2::text[], $3::timestamptz[]) as a (budget, scope, window_start) using (budget, scope, window_start)
     order by ${ORDER}
     for update of budget_windows`,
    values,
    'lock-counters',
  );
  return rows;
}

/** Adds to counters; several changes of one are added up. */
export async function addToCounters(tx: Sql, changes: readonly CounterChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `insert into budget_windows as w (budget, scope, window_start, reserved_usd, spent_usd, requests)
     select budget, scope, window_start, sum(reserved_usd), sum(spent_usd), sum(requests)
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::numeric[], $5::numeric[], $6::integer[])
       as a (budget, scope, window_start, reserved_usd, spent_usd, requests)
     group by budget, scope, window_start
     order by ${ORDER}
     on conflict (budget, scope, window_start) do update
       set reserved_usd = greatest(w.reserved_usd + excluded.reserved_usd, 0), spent_usd = greatest(w.spent_usd + excluded.spent_usd, 0),
           requests = greatest(w.requests + excluded.requests, 0), updated_at = now()`,
    [
      ...toColumns(changes),
      changes.map(({ reserved }) => toUsd(reserved)),
      changes.map(({ spent }) => toUsd(spent)),
      changes.map(({ requests }) => requests),
    ],
    'add-to-counters',
  );
}

/** The counters as they are; those that count nothing yet are left out. */
export async function listCounters(sql: Sql, keys: readonly CounterKey[]): Promise<BudgetCounter[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql.query<BudgetCounter>(
    `select budget, scope, window_start, reserved_usd, spent_usd, requests
     from budget_windows
     join unnest($1::text[], $2::text[], $3::timestamptz[]) as a (budget, scope, window_start) using (budget, scope, window_start)
     order by ${ORDER}`,
    toColumns(keys),
    'list-counters',
  );
  return rows;
}

/** Counters of a budget in one window, the fullest first. */
export async function listFullestCounters(
  sql: Sql,
  asked: Pick<CounterKey, 'budget' | 'windowStart'> & { readonly scopes: readonly string[] | undefined; readonly limit: number },
): Promise<BudgetCounter[]> {
  const { rows } = await sql.query<BudgetCounter>(
    `select budget, scope, window_start, reserved_usd, spent_usd, requests
     from budget_windows
     where budget = $1 and window_start = $2 and ($3::text[] is null or scope = any($3)) and requests > 0
     order by reserved_usd + spent_usd desc, requests desc, scope
     limit $4`,
    [asked.budget, asked.windowStart, asked.scopes, asked.limit],
  );
  return rows;
}

function toColumns(keys: readonly CounterKey[]): unknown[] {
  return [keys.map(({ budget }) => budget), keys.map(({ scope }) => scope), keys.map(({ windowStart }) => windowStart)];
}
