import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { DigestRun } from '../digest.ts';

const COLUMNS = 'id, digest_id, from_day, to_day, status, reason, missed, subject, deliveries, created_at, ended_at';

/** @returns whether the digest has had none for this period yet */
export async function insertRun(
  sql: Sql,
  run: Pick<DigestRun, 'id' | 'digestId' | 'fromDay' | 'toDay' | 'missed' | 'createdAt'>,
): Promise<boolean> {
  const { id, digestId, fromDay, toDay, missed, createdAt } = run;
  const { rowCount } = await sql.query(
    `insert into digest_runs (id, digest_id, from_day, to_day, status, missed, deliveries, created_at)
     values ($1, $2, $3, $4, 'queued', $5, '[]', $6) on conflict do nothing`,
    [id, digestId, fromDay, toDay, JSON.stringify(missed), createdAt],
  );
  return rowCount === 1;
}

export async function findRun(sql: Sql, runId: string): Promise<DigestRun | undefined> {
  const { rows } = await sql.query<DigestRun>(`select ${COLUMNS} from digest_runs where id = $1`, [runId]);
  return rows[0];
}

/** Locks a run that was not sent yet; a failed one may be tried again. */
export async function lockOpenRun(sql: Sql, runId: string): Promise<DigestRun | undefined> {
  const { rows } = await sql.query<DigestRun>(
    `select ${COLUMNS} from digest_runs where id = $1 and status in ('queued', 'failed') for update`,
    [runId],
  );
  return rows[0];
}

export async function endRunRow(
  sql: Sql,
  run: Pick<DigestRun, 'id' | 'status' | 'reason' | 'subject' | 'deliveries' | 'endedAt'>,
): Promise<void> {
  const { id, status, reason, subject, deliveries, endedAt } = run;
  await sql.query('update digest_runs set status = $2, reason = $3, subject = $4, deliveries = $5, ended_at = $6 where id = $1', [
    id,
    status,
    reason,
    subject,
    JSON.stringify(deliveries),
    endedAt,
  ]);
}

/** Says why a run came to nothing. One that has ended stays as it is. */
export async function failRun(sql: Sql, runId: string, reason: string, now: Date): Promise<void> {
  await sql.query(`update digest_runs set status = 'failed', reason = $2, ended_at = $3 where id = $1 and status = 'queued'`, [
    runId,
    reason,
    now,
  ]);
}

/** The newest of each digest. */
export async function listLastRuns(sql: Sql, digestIds: readonly string[]): Promise<DigestRun[]> {
  const { rows } = await sql.query<DigestRun>(
    `select distinct on (digest_id) ${COLUMNS} from digest_runs where digest_id = any ($1) order by digest_id, to_day desc, id desc`,
    [digestIds],
  );
  return rows;
}

/** Newest period first. */
export const runList = defineList<DigestRun, { readonly digestId: string }>({
  columns: COLUMNS,
  from: 'from digest_runs where digest_id = $1',
  order: 'to_day desc, id desc',
  values: ({ digestId }) => [digestId],
});

/** Removes runs that ended before an instant, but the newest of each digest. @returns how many */
export async function pruneRuns(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from digest_runs r where ended_at < $1
       and exists (select 1 from digest_runs newer where newer.digest_id = r.digest_id and newer.to_day > r.to_day)`,
    [before],
  );
  return rowCount ?? 0;
}

/** Runs whose work may have ended without them. */
export async function listOpenRuns(sql: Sql, limit: number): Promise<DigestRun[]> {
  const { rows } = await sql.query<DigestRun>(
    `select ${COLUMNS} from digest_runs where status = 'queued' order by created_at, id limit $1`,
    [limit],
  );
  return rows;
}
