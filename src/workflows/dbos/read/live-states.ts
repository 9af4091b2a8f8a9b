import type { Sql } from '#stores/postgres/types.ts';
import { FROM, STATUS } from './instances.ts';
import type { WorkflowStatus } from '../../types.ts';

/** States of workflows for live events (schema `dbos`, SDK 5.3). */

export interface InstanceState {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  readonly queue: string | null;
  readonly parentId: string | null;
}

const STATE = `select w.workflow_uuid as id, w.name as type, ${STATUS} as status, w.queue_name as queue, w.parent_workflow_id as parent_id ${FROM}`;

/** The workflows, among these, that wait on their queues. */
export async function listQueued(sql: Sql, ids: readonly string[]): Promise<InstanceState[]> {
  const { rows } = await sql.query<InstanceState>(
    `${STATE} where w.workflow_uuid = any($1) and w.status in ('ENQUEUED', 'DELAYED') and p.workflow_id is null order by id`,
    [ids],
  );
  return rows;
}

/** A workflow and, below it, what has not ended well or badly; at most `limit`. */
export async function listFamily(sql: Sql, id: string, limit: number): Promise<InstanceState[]> {
  const { rows } = await sql.query<InstanceState>(
    `with recursive tree as (
       select $1::text as id
       union select c.workflow_uuid from dbos.workflow_status c join tree on c.parent_workflow_id = tree.id)
     ${STATE} join tree on tree.id = w.workflow_uuid
      where w.workflow_uuid = $1 or w.status in ('ENQUEUED', 'DELAYED', 'PENDING', 'CANCELLED')
      order by w.workflow_uuid <> $1, w.workflow_uuid limit $2`,
    [id, limit],
  );
  return rows;
}
