import type { Sql } from '#stores/postgres/types.ts';

/** Our marks beside the SDK's rows: what is paused, and what drain mode acknowledged. */

/**
 * Marks those that have not ended and are not paused already.
 * @param pausedWith the workflow for whose pause it is done
 * @returns the ids of those marked
 */
export async function addPausedMarks(sql: Sql, ids: readonly string[], pausedWith?: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into workflow_marks (workflow_id, mark, paused_with)
     select w.workflow_uuid, 'paused', $2 from dbos.workflow_status w
      where w.workflow_uuid = any($1) and w.status in ('ENQUEUED', 'DELAYED', 'PENDING')
     on conflict do nothing returning workflow_id as id`,
    [ids, pausedWith ?? null],
  );
  return rows.map((row) => row.id);
}

/** The workflow with which this one was paused. */
export async function findPausedWith(sql: Sql, id: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ pausedWith: string | null }>(
    `select paused_with from workflow_marks where workflow_id = $1 and mark = 'paused'`,
    [id],
  );
  return rows[0]?.pausedWith ?? undefined;
}

/** The workflows, among these, that were paused together with one of `causes`. */
export async function listPausedWith(sql: Sql, ids: readonly string[], causes: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select workflow_id as id from workflow_marks where workflow_id = any($1) and mark = 'paused' and paused_with = any($2) order by id`,
    [ids, causes],
  );
  return rows.map((row) => row.id);
}

export async function deletePausedMarks(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(`delete from workflow_marks where workflow_id = any($1) and mark = 'paused'`, [ids]);
}

/** Notes that drain mode acknowledged a workflow, with the queue that it came from. */
export async function addDrainedMark(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `insert into workflow_marks (workflow_id, mark, queue)
     select workflow_uuid, 'drained', queue_name from dbos.workflow_status where workflow_uuid = $1 on conflict do nothing`,
    [id],
  );
}
