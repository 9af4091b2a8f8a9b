import type { Sql } from '#stores/postgres/types.ts';
import { toMessage } from './history.ts';
import { FROM, STATUS, toInput } from './instances.ts';
import type { WorkflowFamily, WorkflowPageFilter, WorkflowRelative, WorkflowStatus, WorkflowSummary } from '../../types.ts';

/**
 * Pages of workflows from the engine's own tables (schema `dbos`, SDK 5.3). The states stand in the
 * statements as text, so that the engine's partial indexes serve them however many have ended.
 */

/** Conditions by status, about the row `w` and its mark `p` (`FROM`). */
const IS: Readonly<Record<WorkflowStatus, string>> = {
  queued: `(w.status = 'ENQUEUED' or (w.status = 'DELAYED' and w.started_at_epoch_ms is null)) and p.workflow_id is null`,
  running: `(w.status = 'PENDING' or (w.status = 'DELAYED' and w.started_at_epoch_ms is not null)) and p.workflow_id is null`,
  paused: `w.status in ('ENQUEUED', 'DELAYED', 'PENDING', 'CANCELLED') and p.workflow_id is not null`,
  completed: `w.status = 'SUCCESS'`,
  failed: `w.status in ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')`,
  terminated: `w.status = 'CANCELLED' and p.workflow_id is null`,
};
/** What the states of the open ones have in common, each arm of which an index serves. */
const IS_PAUSED = `w.workflow_uuid = any(array(select workflow_id from workflow_marks where mark = 'paused'))`;
const IS_OPEN = `(w.status = 'ENQUEUED' or w.status = 'DELAYED' or w.status = 'PENDING' or ${IS_PAUSED})`;
const ENDED: ReadonlySet<WorkflowStatus> = new Set(['completed', 'failed', 'terminated']);
const CHILDREN_MAX = 200;

interface SummaryRow {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  readonly queue: string | null;
  readonly parentId: string | null;
  readonly error: string | null;
  readonly input: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
}

export async function listSummaries(sql: Sql, filter: WorkflowPageFilter): Promise<WorkflowSummary[]> {
  if (filter.statuses.length === 0) return [];
  const at = toInstantColumn(filter);
  // The page is cut before anything is joined to it but the marks.
  const { rows } = await sql.query<SummaryRow>(
    `select w.*, o.error, i.inputs as input from (
       select w.workflow_uuid as id, w.name as type, ${STATUS} as status, w.queue_name as queue, w.parent_workflow_id as parent_id,
              w.created_at, w.started_at_epoch_ms as started_at, w.completed_at
       ${FROM} where ${toCondition(filter)}
       order by ${at} desc, w.workflow_uuid desc limit $3 offset $4) w
      left join dbos.workflow_output o on o.workflow_uuid = w.id
      left join dbos.workflow_input i on i.workflow_uuid = w.id
     order by w.${at.slice(2)} desc, w.id desc`,
    [filter.type ?? null, filter.since?.getTime() ?? null, filter.limit, filter.offset],
  );
  return rows.map(toSummary);
}

export async function countSummaries(sql: Sql, filter: WorkflowPageFilter): Promise<number> {
  if (filter.statuses.length === 0) return 0;
  const { rows } = await sql.query<{ count: number }>(`select count(*) as count ${FROM} where ${toCondition(filter)}`, [
    filter.type ?? null,
    filter.since?.getTime() ?? null,
  ]);
  return rows[0]?.count ?? 0;
}

function toCondition(filter: WorkflowPageFilter): string {
  const states = filter.statuses.map((status) => `(${IS[status]})`).join(' or ');
  const at = toInstantColumn(filter);
  return `($1::text is null or w.name = $1) and ($2::bigint is null or ${at} >= $2) and ${toBound(filter)} and (${states})`;
}

/** Implied by the states, and what an index is found by. */
function toBound({ statuses }: WorkflowPageFilter): string {
  if (statuses.every((status) => ENDED.has(status))) return 'w.completed_at is not null';
  if (statuses.some((status) => ENDED.has(status))) return 'true';
  return statuses.every((status) => status === 'paused') ? IS_PAUSED : IS_OPEN;
}

/** A listing of what has ended goes by the time of the end. */
function toInstantColumn({ statuses }: WorkflowPageFilter): 'w.completed_at' | 'w.created_at' {
  return statuses.every((status) => ENDED.has(status)) ? 'w.completed_at' : 'w.created_at';
}

function toSummary(row: SummaryRow): WorkflowSummary {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    input: toInput(row.input),
    queue: row.queue ?? undefined,
    parentId: row.parentId ?? undefined,
    error: toMessage(row.error),
    createdAt: new Date(row.createdAt),
    startedAt: row.startedAt === null ? undefined : new Date(row.startedAt),
    endedAt: row.completedAt === null || row.status === 'paused' ? undefined : new Date(row.completedAt),
  };
}

const RELATIVE = `select w.workflow_uuid as id, w.name as type, ${STATUS} as status ${FROM}`;

/** The parent and the first children; all `undefined` and empty for an unknown id. */
export async function findFamily(sql: Sql, id: string): Promise<WorkflowFamily> {
  const [parents, children, counted] = await Promise.all([
    sql.query<WorkflowRelative>(
      `${RELATIVE} where w.workflow_uuid = (select parent_workflow_id from dbos.workflow_status where workflow_uuid = $1)`,
      [id],
      'workflows-find-parent',
    ),
    listChildren(sql, id, CHILDREN_MAX),
    sql.query<{ count: number }>(
      'select count(*) as count from dbos.workflow_status where parent_workflow_id = $1',
      [id],
      'workflows-count-children',
    ),
  ]);
  return { parent: parents.rows[0], children, childrenTotal: counted.rows[0]?.count ?? 0 };
}

/** The oldest first. */
export async function listChildren(sql: Sql, id: string, limit: number): Promise<WorkflowRelative[]> {
  const { rows } = await sql.query<WorkflowRelative>(
    `${RELATIVE} where w.parent_workflow_id = $1 order by w.created_at, w.workflow_uuid limit $2`,
    [id, limit],
    'workflows-list-children',
  );
  return rows;
}
