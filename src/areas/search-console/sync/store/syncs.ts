import type { Sql } from '#stores/postgres/types.ts';
import type { SourceKey } from '../../binding/binding.ts';
import type { Sync } from '../sync.ts';

const COLUMNS = `property_id, type, status, fault, cause, next_step, paused_until, days_due, days_done, workflow_id, began_at, ended_at`;

export async function findSync(sql: Sql, { propertyId, type }: SourceKey): Promise<Sync | undefined> {
  const { rows } = await sql.query<Sync>(`select ${COLUMNS} from search_console_syncs where property_id = $1 and type = $2`, [
    propertyId,
    type,
  ]);
  return rows[0];
}

/** The row, locked, made when there is none: who starts a run, ends one or asks for days waits here for the others. */
export async function lockSync(tx: Sql, { propertyId, type }: SourceKey): Promise<Sync> {
  await tx.query(`insert into search_console_syncs (property_id, type, status) values ($1, $2, 'idle') on conflict do nothing`, [
    propertyId,
    type,
  ]);
  const { rows } = await tx.query<Sync>(`select ${COLUMNS} from search_console_syncs where property_id = $1 and type = $2 for update`, [
    propertyId,
    type,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error('the row was made before');
  return row;
}

/** A run waits for its turn; one that goes on after a pause is the same. */
export async function queueSync(tx: Sql, { propertyId, type }: SourceKey, workflowId: string): Promise<void> {
  await tx.query(
    `update search_console_syncs
     set status = 'waiting', workflow_id = $3, fault = null, cause = null, next_step = null, paused_until = null, days_due = 0, days_done = 0,
       began_at = case when status = 'paused' then began_at end, ended_at = null
     where property_id = $1 and type = $2`,
    [propertyId, type, workflowId],
  );
}

/** @returns when the run began, before its pauses */
export async function beginSync(sql: Sql, { propertyId, type }: SourceKey, now: Date): Promise<Date> {
  const { rows } = await sql.query<{ beganAt: Date }>(
    `update search_console_syncs set status = 'running', began_at = coalesce(began_at, $3), days_done = 0
     where property_id = $1 and type = $2 returning began_at`,
    [propertyId, type, now],
  );
  return rows[0]?.beganAt ?? now;
}

export async function noteDue(sql: Sql, { propertyId, type }: SourceKey, daysDue: number): Promise<void> {
  await sql.query('update search_console_syncs set days_due = $3 where property_id = $1 and type = $2', [propertyId, type, daysDue]);
}

/** Counts a day that was read. A step that is tried again goes on from there. */
export async function countDay(sql: Sql, { propertyId, type }: SourceKey): Promise<void> {
  await sql.query(
    `update search_console_syncs set days_done = days_done + 1, days_due = greatest(days_due, days_done + 1)
     where property_id = $1 and type = $2 and status = 'running'`,
    [propertyId, type],
  );
}

export type SyncEnd = Pick<Sync, 'status' | 'fault' | 'cause' | 'nextStep' | 'pausedUntil'> & { readonly now: Date };

export async function endSync(sql: Sql, { propertyId, type }: SourceKey, end: SyncEnd): Promise<void> {
  await sql.query(
    `update search_console_syncs set status = $3, fault = $4, cause = $5, next_step = $6, paused_until = $7, ended_at = $8
     where property_id = $1 and type = $2`,
    [propertyId, type, end.status, end.fault, end.cause, end.nextStep, end.pausedUntil, end.now],
  );
}

/** What is due now: pauses that are over, and the daily reading after noon of a project that reads it. Another process passes over it meanwhile. */
export async function takeDueSyncs(tx: Sql, now: Date, limit: number): Promise<SourceKey[]> {
  const { rows } = await tx.query<SourceKey>(
    `select b.property_id, b.type
     from search_console_bindings b join projects p on p.id = b.project_id
       left join search_console_syncs s on s.property_id = b.property_id and s.type = b.type
     where p.status = 'active' and case coalesce(s.status, 'idle')
       when 'paused' then s.paused_until <= $1
       else coalesce(s.daily_at, '-infinity')
         < (date_trunc('day', ($1::timestamptz at time zone p.time_zone) - interval '12 hours') + interval '12 hours') at time zone p.time_zone end
     order by b.project_id limit $2 for update of b skip locked`,
    [now, limit],
  );
  return rows;
}

/** From then on the day's reading is done, until the next noon. */
export async function noteDaily(tx: Sql, { propertyId, type }: SourceKey, now: Date): Promise<void> {
  await tx.query('update search_console_syncs set daily_at = $3 where property_id = $1 and type = $2', [propertyId, type, now]);
}
