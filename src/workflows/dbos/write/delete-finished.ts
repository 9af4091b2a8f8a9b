import type { Sql } from '#stores/postgres/types.ts';
import { IS_OPEN } from '../read/completions.ts';

/**
 * Removes the state of workflows that ended before an instant, at most `limit` of them; a paused one
 * has not ended. Dead letters stay.
 */
export async function deleteFinished(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `with old as (
       select w.workflow_uuid as id from dbos.workflow_status w
        where w.completed_at < $1 and not ${IS_OPEN} order by w.completed_at, w.workflow_uuid limit $2),
     gone as (delete from dbos.workflow_status w using old where w.workflow_uuid = old.id returning w.workflow_uuid as id),
     inputs as (delete from dbos.workflow_input x using old where x.workflow_uuid = old.id),
     outputs as (delete from dbos.workflow_output x using old where x.workflow_uuid = old.id),
     steps as (delete from dbos.operation_outputs x using old where x.workflow_uuid = old.id),
     events as (delete from workflow_events x using old where x.workflow_id = old.id),
     marks as (delete from workflow_marks x using old where x.workflow_id = old.id)
     select count(*) as count from gone`,
    [before.getTime(), limit],
  );
  return rows[0]?.count ?? 0;
}
