import type { Cause } from '#kernel/spending/cause.ts';
import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import { SerpCheck } from '../check.ts';
import { TaskResult, type TaskCounts, type TaskKeyword } from './serp-task.ts';

export interface SerpTaskRow {
  readonly id: string;
  readonly projectId: string;
  readonly apiKeyId: string | null;
  readonly memberId: string | null;
  readonly createdAt: Date;
  readonly begunAt: Date | null;
  readonly endedAt: Date | null;
}

type NewTask = Pick<SerpTaskRow, 'id' | 'projectId' | 'createdAt'> & { readonly cause: Cause };

export async function insertTask(sql: Sql, { id, projectId, createdAt, cause }: NewTask): Promise<void> {
  await sql.query('insert into serp_tasks (id, project_id, api_key_id, member_id, created_at) values ($1, $2, $3, $4, $5)', [
    id,
    projectId,
    cause.apiKeyId,
    cause.memberId,
    createdAt,
  ]);
}

export async function countTasks(sql: Sql, projectId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from serp_tasks where project_id = $1', [projectId]);
  return rows[0]?.total ?? 0;
}

const KEYWORD_COLUMNS = { task_id: 'text', place: 'integer', check: 'jsonb', target_domain: 'text' } as const;

export async function insertTaskKeywords(
  sql: Sql,
  taskId: string,
  keywords: readonly Pick<TaskKeyword, 'index' | 'check' | 'targetDomain'>[],
): Promise<void> {
  const rows = keywords.map(({ index, check, targetDomain }) => ({ task_id: taskId, place: index, check, target_domain: targetDomain }));
  await sql.query(
    `insert into serp_task_keywords (task_id, place, "check", target_domain)
     select * from unnest($1::text[], $2::integer[], $3::jsonb[], $4::text[])`,
    toArrays(KEYWORD_COLUMNS, rows),
  );
}

export async function findTask(sql: Sql, taskId: string): Promise<SerpTaskRow | undefined> {
  const { rows } = await sql.query<SerpTaskRow>(
    `select id, project_id, api_key_id, member_id, created_at, begun_at, ended_at
     from serp_tasks where id = $1`,
    [taskId],
  );
  return rows[0];
}

/** What has come of a task so far. */
export type TaskProgress = TaskCounts & { readonly costUsd: number };

const COUNTS = `select count(*) as total, count(*) filter (where status = 'completed') as completed,
    count(*) filter (where status = 'failed') as failed, coalesce(sum((result ->> 'costUsd')::numeric), 0) as cost_usd
  from serp_task_keywords where task_id = $1`;

const NO_PROGRESS: TaskProgress = { total: 0, completed: 0, failed: 0, costUsd: 0 };

export async function countTaskKeywords(sql: Sql, taskId: string): Promise<TaskProgress> {
  const { rows } = await sql.query<TaskProgress>(COUNTS, [taskId]);
  return rows[0] ?? NO_PROGRESS;
}

interface TaskKeywordRow extends Omit<TaskKeyword, 'index' | 'check' | 'result'> {
  readonly place: number;
  readonly check: unknown;
  readonly result: unknown;
}

const COLUMNS = 'place, "check", target_domain, status, run_id, result, error';

/** Keywords without an outcome, in the order of the request. */
export async function listPendingKeywords(sql: Sql, taskId: string, limit: number): Promise<TaskKeyword[]> {
  const { rows } = await sql.query<TaskKeywordRow>(
    `select ${COLUMNS} from serp_task_keywords where task_id = $1 and status = 'pending' order by place limit $2`,
    [taskId, limit],
  );
  return rows.map(toTaskKeyword);
}

/** How far a task is, and those of its keywords that have an outcome: both of one moment. */
export async function getTaskProgress(
  sql: Sql,
  taskId: string,
  { limit, offset }: Page,
): Promise<{ readonly progress: TaskProgress; readonly keywords: readonly TaskKeyword[] }> {
  const { rows } = await sql.query<TaskProgress & (TaskKeywordRow | { place: null })>(
    `select counts.*, ended.*
     from (${COUNTS}) counts
     left join lateral (
       select ${COLUMNS} from serp_task_keywords where task_id = $1 and status <> 'pending' order by place limit $2 offset $3
     ) ended on true
     order by ended.place`,
    [taskId, limit, offset],
  );
  const { total, completed, failed, costUsd } = rows[0] ?? NO_PROGRESS;
  return {
    progress: { total, completed, failed, costUsd },
    keywords: rows.flatMap((row) => (row.place === null ? [] : [toTaskKeyword(row)])),
  };
}

function toTaskKeyword({ place, targetDomain, status, runId, error, check, result }: TaskKeywordRow): TaskKeyword {
  return {
    index: place,
    targetDomain,
    status,
    runId,
    error,
    check: SerpCheck.parse(check),
    result: result === null ? null : TaskResult.parse(result),
  };
}

/** What was set before stays. */
export async function updateTaskTimes(
  sql: Sql,
  taskId: string,
  times: { readonly begunAt?: Date; readonly endedAt?: Date },
): Promise<void> {
  const { begunAt = null, endedAt = null } = times;
  await sql.query('update serp_tasks set begun_at = coalesce(begun_at, $2), ended_at = coalesce(ended_at, $3) where id = $1', [
    taskId,
    begunAt,
    endedAt,
  ]);
}

const SOURCE_COLUMNS = { place: 'integer', run_id: 'text', queued_check_id: 'text' } as const;

/** Where the page of each keyword comes from: a run that is there, or a check that is queued for it. */
export async function updatePageSources(
  sql: Sql,
  taskId: string,
  sources: readonly { readonly index: number; readonly runId: string | null; readonly queuedCheckId: string | null }[],
): Promise<void> {
  const rows = sources.map(({ index, runId, queuedCheckId }) => ({ place: index, run_id: runId, queued_check_id: queuedCheckId }));
  await sql.query(
    `update serp_task_keywords known set run_id = source.run_id, queued_check_id = source.queued_check_id
     from ${unnest(SOURCE_COLUMNS, { alias: 'source', first: 2 })}
     where known.task_id = $1 and known.place = source.place and known.status = 'pending'`,
    [taskId, ...toArrays(SOURCE_COLUMNS, rows)],
  );
}

const OUTCOME_COLUMNS = { place: 'integer', run_id: 'text', result: 'jsonb', error: 'text' } as const;

export interface TaskOutcome {
  readonly index: number;
  readonly runId: string | null;
  /** Null: it failed, `error` says why. */
  readonly result: TaskResult | null;
  readonly error: string | null;
}

/** Writes outcomes; a keyword that has one keeps it. */
export async function updateOutcomes(sql: Sql, taskId: string, outcomes: readonly TaskOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ index, runId, result, error }) => ({ place: index, run_id: runId, result, error }));
  await sql.query(
    `update serp_task_keywords known
     set status = case when outcome.result is null then 'failed' else 'completed' end,
       run_id = outcome.run_id, result = outcome.result::jsonb, error = outcome.error
     from ${unnest(OUTCOME_COLUMNS, { alias: 'outcome', first: 2 })}
     where known.task_id = $1 and known.place = outcome.place and known.status = 'pending'`,
    [taskId, ...toArrays(OUTCOME_COLUMNS, rows)],
  );
}

/** Fails whatever has no outcome. */
export async function updatePendingToFailed(sql: Sql, taskId: string, error: string): Promise<void> {
  await sql.query(`update serp_task_keywords set status = 'failed', error = $2 where task_id = $1 and status = 'pending'`, [taskId, error]);
}

/** Deletes tasks that were created before `before`. */
export async function pruneOrders(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query('delete from serp_tasks where created_at < $1 and ended_at is not null', [before]);
  return rowCount ?? 0;
}
