import type { PlannedCall, SpendScope, SpendSource } from '#providers/metering.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { BudgetWindow } from '../budgets/budgets.ts';

/** Money that is set aside for one call. */
export interface Reservation extends PlannedCall {
  readonly id: string;
  readonly scope: SpendScope;
  /** Who caused it, signed in or by a key of their own. */
  readonly personId?: string | undefined;
  /** When the call was made, in the observed world. */
  readonly postedAt: Date;
}

/** A reservation whose call ended without a price, or with its process. */
export interface LostReservation {
  readonly id: string;
  readonly service: string;
  readonly endpoint: string;
  readonly estimateUsd: number;
  readonly tag: string;
  readonly postedAt: Date;
  /** Real time since it was made. */
  readonly ageMs: number;
  /** Real time since its call ended, or cannot have been under way any more. */
  readonly lostForMs: number;
}

/** The counters that a reservation stands in, as it is kept. */
export type ChargedWindow = Pick<BudgetWindow, 'budget' | 'scope' | 'windowStart' | 'payerIndex' | 'payerCount'>;

export interface ChargedReservation extends Reservation {
  readonly windows: readonly ChargedWindow[];
}

export async function insertReservations(tx: Sql, reservations: readonly ChargedReservation[]): Promise<void> {
  await tx.query(
    `insert into spend_reservations (id, service, endpoint, estimate_usd, tag, scope, windows, posted_at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::text[], $6::jsonb[], $7::jsonb[], $8::timestamptz[])`,
    [
      reservations.map(({ id }) => id),
      reservations.map(({ service }) => service),
      reservations.map(({ endpoint }) => endpoint),
      reservations.map(({ estimateUsd }) => estimateUsd),
      reservations.map(({ tag }) => tag),
      reservations.map(({ scope, personId }) => JSON.stringify(toStoredScope(scope, personId))),
      reservations.map(({ windows }) => JSON.stringify(windows.map(toStoredWindow))),
      reservations.map(({ postedAt }) => postedAt),
    ],
    'insert-reservations',
  );
}

/** Removes reservations, and returns those that were still there: they are the taker's to settle. */
export async function takeReservations(tx: Sql, ids: readonly string[]): Promise<ChargedReservation[]> {
  const { rows } = await tx.query<ReservationRow>(
    `delete from spend_reservations where id = any($1)
     returning id, service, endpoint, estimate_usd, tag, scope, windows, posted_at`,
    [ids],
    'take-reservations',
  );
  return rows.map(toReservation);
}

/** The prices are not known: the reservations stay until the provider's record was read. */
export async function markLost(sql: Sql, reservationIds: readonly string[]): Promise<void> {
  await sql.query('update spend_reservations set is_lost = true, lost_at = now() where id = any($1) and not is_lost', [reservationIds]);
}

/**
 * Marks everything that is reserved as lost. For the start of a service that has its stores to itself:
 * the process that reserved is gone.
 */
export async function markAbandonedSpends(sql: Sql): Promise<number> {
  const { rowCount } = await sql.query('update spend_reservations set is_lost = true, lost_at = now() where not is_lost');
  return rowCount ?? 0;
}

/** Lost reservations and ones too old to have a call under way, the oldest calls first. */
export async function listLostReservations(
  sql: Sql,
  { abandonedAfterMs, limit }: { abandonedAfterMs: number; limit: number },
): Promise<LostReservation[]> {
  const { rows } = await sql.query<LostReservation>(
    `select id, service, endpoint, estimate_usd, tag, posted_at,
            (extract(epoch from now() - created_at) * 1000)::double precision as age_ms,
            (extract(epoch from now() - coalesce(lost_at, created_at + abandoned.after)) * 1000)::double precision as lost_for_ms
     from spend_reservations, (select $1::double precision * interval '1 millisecond' as after) as abandoned
     where is_lost or created_at < now() - abandoned.after
     order by posted_at, id
     limit $2`,
    [abandonedAfterMs, limit],
  );
  return rows;
}

interface ReservationRow extends Omit<Reservation, 'scope'> {
  readonly scope: StoredScope;
  readonly windows: readonly StoredWindow[];
}

interface StoredScope {
  readonly source: SpendSource;
  readonly project_id?: string | undefined;
  readonly project_ids?: readonly string[] | undefined;
  readonly run_id?: string | undefined;
  readonly workflow_type?: string | undefined;
  readonly api_key_id?: string | undefined;
  readonly member_id?: string | undefined;
  readonly person_id?: string | undefined;
  readonly app_id?: string | undefined;
  readonly category_id?: string | undefined;
}

interface StoredWindow {
  readonly budget: BudgetWindow['budget'];
  readonly scope: string;
  readonly window_start: string;
  /** Left out where one counter takes the whole price. */
  readonly place?: number;
  readonly places?: number;
}

function toReservation({ scope, windows, ...call }: ReservationRow): ChargedReservation {
  const { source, project_id: projectId, project_ids: projectIds, run_id: runId } = scope;
  const {
    member_id: memberId,
    person_id: personId,
    workflow_type: workflowType,
    api_key_id: apiKeyId,
    app_id: appId,
    category_id: categoryId,
  } = scope;
  return {
    ...call,
    personId,
    scope: { source, projectId, projectIds, runId, workflowType, apiKeyId, memberId, appId, categoryId },
    windows: windows.map(({ window_start: start, place = 0, places = 1, ...window }) => ({
      ...window,
      windowStart: new Date(start),
      payerIndex: place,
      payerCount: places,
    })),
  };
}

function toStoredScope(scope: SpendScope, personId: string | undefined): StoredScope {
  return {
    source: scope.source,
    project_id: scope.projectId,
    project_ids: scope.projectIds,
    run_id: scope.runId,
    workflow_type: scope.workflowType,
    api_key_id: scope.apiKeyId,
    member_id: scope.memberId,
    person_id: personId,
    app_id: scope.appId,
    category_id: scope.categoryId,
  };
}

function toStoredWindow({ budget, scope, windowStart, payerIndex, payerCount }: ChargedWindow): StoredWindow {
  const share = payerCount === 1 ? {} : { place: payerIndex, places: payerCount };
  return { budget, scope, window_start: windowStart.toISOString(), ...share };
}
