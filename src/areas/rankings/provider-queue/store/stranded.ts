import type { Sql } from '#stores/postgres/types.ts';
import type { BatchKey } from './queue.ts';

/** Batches with checks that have waited for a post since before `before` (real time), the oldest first. */
export async function listStrandedBatches(sql: Sql, before: Date, limit: number): Promise<BatchKey[]> {
  const { rows } = await sql.query<{ dispatch_id: string; batch: string }>(
    `select dispatch_id, batch from queued_checks
     where status in ('planned', 'posting') and updated_at < $1
     group by dispatch_id, batch order by min(updated_at), dispatch_id, batch limit $2`,
    [before, limit],
  );
  return rows.map((row) => ({ dispatchId: row.dispatch_id, batch: row.batch }));
}

/** Puts the checks of a batch that wait for a post into another one. @returns how many */
export async function updateBatch(sql: Sql, from: BatchKey, to: { readonly batch: string; readonly at: Date }): Promise<number> {
  const { rowCount } = await sql.query(
    `update queued_checks set batch = $3, updated_at = $4 where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting')`,
    [from.dispatchId, from.batch, to.batch, to.at],
  );
  return rowCount ?? 0;
}

/** Marks the checks of a batch that wait for a post as skipped. They stay due. @returns how many */
export async function updateUnpostedToSkipped(
  sql: Sql,
  { dispatchId, batch }: BatchKey,
  { error, at }: { readonly error: string; readonly at: Date },
): Promise<number> {
  const { rowCount } = await sql.query(
    `update queued_checks set status = 'skipped', error = $3, updated_at = $4
     where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting')`,
    [dispatchId, batch, error, at],
  );
  return rowCount ?? 0;
}
