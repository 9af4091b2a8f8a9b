import type { Sql } from '#stores/postgres/types.ts';
import type { Settlement } from './reservations.ts';

/** A part of the observed world's time; open where a side is left out. */
export interface Span {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface CostTotals {
  readonly costUsd: number;
  readonly requests: number;
  readonly runs: number;
  readonly projects: number;
}

export interface ServiceCosts {
  readonly service: string;
  readonly costUsd: number;
  readonly requests: number;
}

const IN_SPAN = '($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at < $2)';

/** Corrects a row of the ledger and the counters it stands in, when the answer came after all. */
export async function correctLedgerRow(
  tx: Sql,
  costId: string,
  { costUsd, success, itemsReturned, taskId }: Settlement,
): Promise<number | undefined> {
  const { rows: before } = await tx.query<{ cost_usd: number }>('select cost_usd from api_costs where id = $1 for update', [costId]);
  const booked = before[0]?.cost_usd;
  if (booked === undefined) return undefined;
  await tx.query(
    `update api_costs set cost_usd = $2, success = $3, items_returned = $4, is_confirmed = 1,
            task_id = case when exists (select from api_costs other where other.task_id = $5 and other.id <> $1) then task_id else $5 end
     where id = $1`,
    [costId, costUsd, Number(success), itemsReturned, taskId],
  );
  return costUsd - booked;
}

/** Adds to what is spent in counters of which the reservation is gone. */
export async function addSpent(
  tx: Sql,
  windows: readonly { budget: string; scope: string; windowStart: Date }[],
  amountUsd: number,
): Promise<void> {
  await tx.query(
    `insert into budget_windows as w (budget, scope, window_start, spent_usd)
     select budget, scope, window_start, $4::numeric
     from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as a (budget, scope, window_start, place)
     order by place
     on conflict (budget, scope, window_start) do update set spent_usd = greatest(w.spent_usd + excluded.spent_usd, 0), updated_at = now()`,
    [windows.map((window) => window.budget), windows.map((window) => window.scope), windows.map((window) => window.windowStart), amountUsd],
  );
}

export async function selectTotals(sql: Sql, { since, until }: Span): Promise<CostTotals> {
  const { rows } = await sql.query<CostTotals>(
    `select coalesce(sum(cost_usd), 0) as "costUsd", coalesce(sum(request_count), 0) as requests,
            count(distinct run_id) as runs, count(distinct project_id) as projects
     from api_costs where ${IN_SPAN}`,
    [since, until],
  );
  return rows[0] ?? { costUsd: 0, requests: 0, runs: 0, projects: 0 };
}

/** Costs since each of the instants, in their order. */
export async function selectCostsSince(sql: Sql, instants: readonly Date[]): Promise<number[]> {
  const { rows } = await sql.query<{ cost_usd: number }>(
    `select coalesce(sum(c.cost_usd), 0) as cost_usd
     from unnest($1::timestamptz[]) with ordinality as a (since, place)
     left join api_costs c on c.created_at >= a.since
     group by a.place order by a.place`,
    [instants],
  );
  return rows.map((row) => row.cost_usd);
}

/** Costs of each service, the dearest first. */
export async function selectCostsByService(sql: Sql, { since, until }: Span): Promise<ServiceCosts[]> {
  const { rows } = await sql.query<ServiceCosts>(
    `select service, sum(cost_usd) as "costUsd", sum(request_count) as requests
     from api_costs where ${IN_SPAN}
     group by service order by sum(cost_usd) desc, service
     limit 100`,
    [since, until],
  );
  return rows;
}

export async function selectRunCost(sql: Sql, runId: string): Promise<{ costUsd: number; requests: number }> {
  const { rows } = await sql.query<{ costUsd: number; requests: number }>(
    `select coalesce(sum(cost_usd), 0) as "costUsd", coalesce(sum(request_count), 0) as requests from api_costs where run_id = $1`,
    [runId],
  );
  return rows[0] ?? { costUsd: 0, requests: 0 };
}

/** Calls that are paid for by an estimate only, because they run or their answer was lost. */
export async function selectUnsettled(sql: Sql): Promise<{ calls: number; estimateUsd: number }> {
  const { rows } = await sql.query<{ calls: number; estimateUsd: number }>(
    `select count(*) as calls, coalesce(sum(estimate_usd), 0) as "estimateUsd" from spend_reservations`,
  );
  return rows[0] ?? { calls: 0, estimateUsd: 0 };
}
