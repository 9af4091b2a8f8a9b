import type { Postgres, Sql } from '#stores/postgres/types.ts';
import { NOW_MS } from '../now-ms.ts';
import { CLAIM_LOCK_TIMEOUT_MS } from '../../time-outs.ts';
import { APPLICATION, VERSION } from '../sdk/engine.ts';
import { countSlots, type Queue } from '../../queues/queues.ts';
import type { Past } from '../../runs/runs.ts';

/**
 * Takes workflows off their queue for one process (schema `dbos`, SDK 5.3). It writes what the SDK's
 * own claim writes and differs in two things. It takes only workflows that this process knows: while
 * releases run side by side, an old process would otherwise hold what only a new one can do. And
 * claims of one queue follow each other, where those of the SDK abort each other and try again.
 */
export interface Claim {
  readonly queue: Queue;
  /** Names of the workflows that this process can run. */
  readonly names: readonly string[];
  readonly executorId: string;
  /** Written to every claimed row: only executions that hold it may record anything. */
  readonly ownerXid: string;
}

/** Slots that are free in the queue over all processes, or in this one, and what its rate leaves of the running period. */
const FREE_SLOTS = `greatest(0, least(
  $4 - (select count(*) from dbos.workflow_status w where w.queue_name = $1 and w.status = 'PENDING' and (not $10 or w.executor_id = $7)),
  case when $5::integer is not null then $5 - (
    select count(*) from dbos.workflow_status w
     where w.queue_name = $1 and w.rate_limited and w.status not in ('ENQUEUED', 'DELAYED')
       and w.started_at_epoch_ms > ${NOW_MS} - $6::bigint) end))`;

const CLAIM = `with chosen as (
    select w.workflow_uuid as id from dbos.workflow_status w
     where w.status = 'ENQUEUED' and w.queue_name = $1 and w.name = any($2)
       and (w.application_version = $3 or w.application_version is null)
       and (w.application_name = $9 or w.application_name is null)
     order by w.priority, w.created_at limit ${FREE_SLOTS}
     for update skip locked)
  update dbos.workflow_status w
     set status = 'PENDING', owner_xid = $8, executor_id = $7, application_version = $3, application_name = $9,
         started_at_epoch_ms = ${NOW_MS}, updated_at = ${NOW_MS}, rate_limited = $5::integer is not null,
         recovery_attempts = w.recovery_attempts + 1,
         workflow_deadline_epoch_ms = coalesce(w.workflow_deadline_epoch_ms, ${NOW_MS} + w.workflow_timeout_ms)
    from chosen where w.workflow_uuid = chosen.id
  returning w.workflow_uuid as id, w.priority, w.created_at,
    not exists (select from dbos.operation_outputs s where s.workflow_uuid = w.workflow_uuid) as is_fresh, (
    select jsonb_object_agg(e.step_id, e.tries)
      from (select step_id, max(attempt) as tries from workflow_events
             where workflow_id = w.workflow_uuid and event = 'attempt_failed' and wait_ms is not null and step_id is not null
             group by step_id) e) as tries`;

const LOCK = `select set_config('lock_timeout', '${CLAIM_LOCK_TIMEOUT_MS}', true), pg_advisory_xact_lock(hashtextextended('claim:' || $1, 0))`;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Claimed extends Past {
  readonly id: string;
}

/** @returns what is now this process's to run, in the order of the queue; none when others claim for too long */
export async function claimWorkflows(postgres: Postgres, claim: Claim): Promise<Claimed[]> {
  try {
    return await claimInTurn(postgres, claim);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return [];
    throw error;
  }
}

async function claimInTurn(postgres: Postgres, { queue, names, executorId, ownerXid }: Claim): Promise<Claimed[]> {
  const { name, rateLimit, isPerProcess = false } = queue;
  const values = [name, names, VERSION, countSlots(queue), rateLimit?.limitPerPeriod ?? null, (rateLimit?.periodSeconds ?? 0) * 1_000];
  const rows = await postgres.transaction(async (tx) => {
    // The counts of the next statement are right only when no other process claims meanwhile.
    await tx.query(LOCK, [name], 'claim-lock');
    const claimed = await tx.query<ClaimedRow>(CLAIM, [...values, executorId, ownerXid, APPLICATION, isPerProcess], 'claim-workflows');
    return claimed.rows;
  });
  return rows
    .toSorted((a, b) => a.priority - b.priority || a.createdAt - b.createdAt)
    .map(({ id, isFresh, tries }) => ({ id, isFresh, tries: toTries(tries) }));
}

interface ClaimedRow {
  readonly id: string;
  readonly priority: number;
  readonly createdAt: number;
  readonly isFresh: boolean;
  readonly tries: Readonly<Record<string, number>> | null;
}

function toTries(tries: ClaimedRow['tries']): ReadonlyMap<number, number> {
  return new Map(Object.entries(tries ?? {}).map(([step, count]) => [Number(step), count]));
}

/** Puts what was delayed, or waits for the next try of a step, back in line when its time has come. */
export async function releaseDue(sql: Sql): Promise<void> {
  await sql.query(
    `update dbos.workflow_status set status = 'ENQUEUED', updated_at = (extract(epoch from now()) * 1000)::bigint
      where status = 'DELAYED' and delay_until_epoch_ms <= (extract(epoch from now()) * 1000)::bigint`,
    [],
    'workflows-due',
  );
}

/** The queues, among these, on which a workflow waits whose name this process knows. */
export async function listWaitingQueues(sql: Sql, queues: readonly string[], names: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select q.name from unnest($1::text[]) as q (name)
      where exists (select 1 from dbos.workflow_status w where w.queue_name = q.name and w.status = 'ENQUEUED' and w.name = any($2))
      order by q.name`,
    [queues, names],
    'workflows-waiting',
  );
  return rows.map((row) => row.name);
}
