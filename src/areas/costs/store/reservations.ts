import type { PlannedCall, Service, SpendScope } from '#providers/metering.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { BudgetWindow } from '../budgets.ts';

/** Money that is set aside for one call. */
export interface Reservation extends PlannedCall {
  readonly id: string;
  readonly scope: SpendScope;
  /** When the call was made, in the observed world. */
  readonly postedAt: Date;
}

/** A reservation whose call ended without a price, or with its process. */
export interface LostReservation {
  readonly id: string;
  readonly service: Service;
  readonly endpoint: string;
  readonly estimateUsd: number;
  readonly tag: string;
  readonly postedAt: Date;
  /** Real time since it was made. */
  readonly ageMs: number;
}

/** What a call cost in the end. */
export interface Settlement {
  readonly costUsd: number;
  readonly success: boolean;
  readonly itemsReturned: number | null;
  readonly taskId: string | null;
  /** Whether the provider said so. */
  readonly isConfirmed: boolean;
}

/**
 * Adds a call to all its counters, each only if its limit has room.
 * @returns the budgets that had room; when one is missing the caller must roll back
 */
export async function reserveInWindows(tx: Sql, windows: readonly BudgetWindow[], estimateUsd: number): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ budget: string }>(
    `with asked as (
       select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::numeric[], $5::integer[]) with ordinality
         as a (budget, scope, window_start, limit_usd, limit_requests, place)
     )
     insert into budget_windows as w (budget, scope, window_start, reserved_usd, requests)
     select budget, scope, window_start, $6::numeric, 1 from asked
     where (limit_usd is null or (limit_usd > 0 and $6::numeric <= limit_usd)) and (limit_requests is null or limit_requests > 0)
     order by place
     on conflict (budget, scope, window_start) do update
       set reserved_usd = w.reserved_usd + excluded.reserved_usd, requests = w.requests + 1, updated_at = now()
       where (
         select (a.limit_usd is null or w.reserved_usd + w.spent_usd + excluded.reserved_usd <= a.limit_usd)
            and (a.limit_requests is null or w.requests < a.limit_requests)
         from asked a where a.budget = excluded.budget
       )
     returning w.budget`,
    [
      windows.map((window) => window.budget),
      windows.map((window) => window.scope),
      windows.map((window) => window.windowStart),
      windows.map((window) => window.limitUsd),
      windows.map((window) => window.limitRequests),
      estimateUsd,
    ],
    'reserve-in-windows',
  );
  return new Set(rows.map((row) => row.budget));
}

export async function insertReservation(tx: Sql, reservation: Reservation, windows: readonly BudgetWindow[]): Promise<void> {
  const { id, service, endpoint, estimateUsd, tag, scope, postedAt } = reservation;
  await tx.query(
    `insert into spend_reservations (id, service, endpoint, estimate_usd, tag, scope, windows, posted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, service, endpoint, estimateUsd, tag, JSON.stringify(toStoredScope(scope)), JSON.stringify(windows.map(toStoredWindow)), postedAt],
    'insert-reservation',
  );
}

/** The price is not known: the reservation stays until the provider's books were asked. */
export async function markLost(sql: Sql, reservationId: string): Promise<void> {
  await sql.query('update spend_reservations set is_lost = true where id = $1', [reservationId]);
}

/**
 * Marks everything that is reserved as lost. For the start of a service that has its stores to itself:
 * whoever reserved is gone.
 */
export async function markAllLost(sql: Sql): Promise<number> {
  const { rowCount } = await sql.query('update spend_reservations set is_lost = true where not is_lost');
  return rowCount ?? 0;
}

/** Lost reservations and ones too old to have a call under way, the oldest calls first. */
export async function selectLost(
  sql: Sql,
  { abandonedAfterMs, limit }: { abandonedAfterMs: number; limit: number },
): Promise<LostReservation[]> {
  const { rows } = await sql.query<LostReservation>(
    `select id, service, endpoint, estimate_usd as "estimateUsd", tag, posted_at as "postedAt",
            (extract(epoch from now() - created_at) * 1000)::double precision as "ageMs"
     from spend_reservations
     where is_lost or created_at < now() - $1::double precision * interval '1 millisecond'
     order by posted_at, id
     limit $2`,
    [abandonedAfterMs, limit],
  );
  return rows;
}

/**
 * Ends a reservation: its money leaves `reserved` in every counter, the price goes to `spent`, and the
 * ledger gets its row, all in one statement. A task of the provider that is booked already costs nothing
 * a second time.
 * @returns false when the reservation had been ended before
 */
export async function settleReservation(sql: Sql, reservationId: string, costId: string, settlement: Settlement): Promise<boolean> {
  const { rows } = await sql.query<{ count: number }>(
    `with taken as (
       delete from spend_reservations where id = $1 returning *
     ), booked as (
       insert into api_costs (id, run_id, project_id, service, endpoint, cost_usd, estimate_usd, task_id, tag, success,
                              items_returned, is_confirmed, source, workflow_type, api_key_id, created_at)
       select $2, t.scope ->> 'run_id', t.scope ->> 'project_id', t.service, t.endpoint, $3::numeric, t.estimate_usd, $4::text, t.tag,
              $5::smallint, $6::integer, $7::smallint, t.scope ->> 'source', t.scope ->> 'workflow_type', t.scope ->> 'api_key_id', t.posted_at
       from taken t
       where $4::text is null or not exists (select from api_costs c where c.task_id = $4::text)
       returning cost_usd
     ), spent as (
       insert into budget_windows as w (budget, scope, window_start, reserved_usd, spent_usd)
       select b.value ->> 'budget', b.value ->> 'scope', (b.value ->> 'window_start')::timestamptz,
              -t.estimate_usd, coalesce((select cost_usd from booked), 0)
       from taken t cross join jsonb_array_elements(t.windows) with ordinality as b (value, place)
       order by b.place
       on conflict (budget, scope, window_start) do update
         set reserved_usd = greatest(w.reserved_usd + excluded.reserved_usd, 0), spent_usd = w.spent_usd + excluded.spent_usd, updated_at = now()
     )
     select count(*) as count from taken`,
    [
      reservationId,
      costId,
      settlement.costUsd,
      settlement.taskId,
      Number(settlement.success),
      settlement.itemsReturned,
      Number(settlement.isConfirmed),
    ],
    'settle-reservation',
  );
  return (rows[0]?.count ?? 0) > 0;
}

/**
 * Takes a reservation back as if it had never been: its money and its count leave every counter it was
 * in, and there is no row in the ledger.
 */
export async function releaseReservation(sql: Sql, reservationId: string): Promise<void> {
  await sql.query(
    `with taken as (
       delete from spend_reservations where id = $1 returning *
     )
     insert into budget_windows as w (budget, scope, window_start, reserved_usd, requests)
     select b.value ->> 'budget', b.value ->> 'scope', (b.value ->> 'window_start')::timestamptz, -t.estimate_usd, -1
     from taken t cross join jsonb_array_elements(t.windows) with ordinality as b (value, place)
     order by b.place
     on conflict (budget, scope, window_start) do update
       set reserved_usd = greatest(w.reserved_usd + excluded.reserved_usd, 0), requests = greatest(w.requests + excluded.requests, 0),
           updated_at = now()`,
    [reservationId],
    'release-reservation',
  );
}

function toStoredScope(scope: SpendScope): object {
  return {
    source: scope.source,
    project_id: scope.projectId,
    run_id: scope.runId,
    workflow_type: scope.workflowType,
    api_key_id: scope.apiKeyId,
  };
}

function toStoredWindow({ budget, scope, windowStart }: BudgetWindow): object {
  return { budget, scope, window_start: windowStart.toISOString() };
}
