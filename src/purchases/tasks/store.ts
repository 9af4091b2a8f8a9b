import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { Questions, WaitingTask, PostKey, Queued, QueuedRow, TaskStatus } from '../question.ts';
import { parseTag, withQuestions } from './queued.ts';

export interface BatchKey {
  readonly dispatchId: string;
  readonly batch: string;
}

/** How a post ended, or a task whose newest post it is. */
export interface TaskUpdate extends PostKey {
  readonly status: TaskStatus;
  /** Whether only the provider's record shows if its newest post was taken. */
  readonly isDoubtful: boolean;
  /** Whether the provider answered a post in doubt. */
  readonly isAnswered?: boolean | undefined;
  readonly taskId?: string | undefined;
  /** The cost of this post; added to the others of the round. */
  readonly costUsd?: number | undefined;
  /** How much of what the owner looked for was found in the answer. */
  readonly found?: number | undefined;
  readonly notFound?: number | undefined;
  readonly error?: string | undefined;
}

const CHANGE_COLUMNS = {
  id: 'text',
  round: 'integer',
  post: 'integer',
  status: 'text',
  is_doubtful: 'boolean',
  is_answered: 'boolean',
  task_id: 'text',
  cost_usd: 'numeric',
  ranked: 'integer',
  not_found: 'integer',
  error: 'text',
} as const;

/**
 * Records how tasks ended. A task that has ended, or was posted again, stays as it is. A task that the
 * provider is known to have changes only by its end: other updates are late.
 */
export async function updateTasks(sql: Sql, changes: readonly TaskUpdate[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    id: change.id,
    round: change.round,
    post: change.post,
    status: change.status,
    is_doubtful: change.isDoubtful,
    is_answered: change.isAnswered ?? false,
    task_id: change.taskId,
    cost_usd: change.costUsd ?? 0,
    ranked: change.found ?? 0,
    not_found: change.notFound ?? 0,
    error: change.error,
  }));
  await sql.query(
    `update queued_checks known
     set status = t.status, is_doubtful = t.is_doubtful, answered_at = case when t.is_answered then $1::timestamptz end, task_id = coalesce(t.task_id, known.task_id),
       cost_usd = known.cost_usd + t.cost_usd, ranked = t.ranked, not_found = t.not_found, error = t.error, updated_at = $1
     from ${unnest(CHANGE_COLUMNS, { first: 2 })}
     where known.id = t.id and known.round = t.round and known.post = t.post and known.status <> 'completed'
       and (known.status <> 'posted' or t.status in ('completed', 'failed'))`,
    [at, ...toArrays(CHANGE_COLUMNS, rows)],
    'purchases-update-tasks',
  );
}

/**
 * The name of a row's question, of `queued_checks q`. A row about a keyword asks for its result page; those of releases up to 0.1.0 name none.
 */
export const QUESTION = `coalesce(q.app_task ->> 'question', case when q.app_task is null then 'result-pages' else 'app-data' end)`;

/** What was asked for when a row was queued; of a result page, which one. What it was posted with is `"check"`. */
export const ORDERED = `coalesce(q.app_task, jsonb_build_object('keywordId', q.keyword_id, 'engine', q.engine, 'channel', q.channel))`;

export const TASK_COLUMNS = `q.id, q.dispatch_id, q.batch, q.status, q.is_doubtful, q.round, q.post,
  q.project_ids, ${QUESTION} as question, coalesce(q."check", q.app_task) as asked, q.read_depth, q.task_id, q.cost_usd,
  q.posted_at, q.sent_at, q.answered_at`;

/** A task that waits, as its row has it. */
export interface WaitingRow extends WaitingTask {
  /** The name of its question. */
  readonly question: string;
}

/** A task that is not done and not with the provider. */
export interface UnpostedTask extends WaitingRow {
  readonly projectIds: readonly string[];
  readonly isDoubtful: boolean;
}

export async function listUnpostedTasks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<UnpostedTask[]> {
  const { rows } = await sql.query<UnpostedTask>(
    `select id, round, post, ${QUESTION} as question, ${ORDERED} as ordered, read_depth, project_ids, is_doubtful
     from queued_checks q where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting') order by id`,
    [dispatchId, batch],
  );
  return rows;
}

/** Whether answers for a project are to be posted or awaited. */
export async function hasOpenTasks(sql: Sql, projectId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from queued_checks where status in ('planned', 'posting', 'posted') and $1 = any (project_ids) limit 1`,
    [projectId],
    'purchases-has-open-tasks',
  );
  return rowCount === 1;
}

/** Locks tasks that have no answer yet until the transaction ends; gives the newest post of each. */
export async function lockOpenTasks(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, PostKey>> {
  const { rows } = await sql.query<PostKey>(
    `select id, round, post from queued_checks where id = any ($1) and status <> 'completed' order by id for update`,
    [ids],
    'purchases-lock-open-tasks',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The task that a tag names, with the round and post of the tag. `undefined`: not a tag of the queue, a page before its first
 * post, or its row is deleted.
 */
export async function findTaskByTag(sql: Sql, questions: Questions, tag: string | null): Promise<Queued | undefined> {
  const key = parseTag(tag);
  if (key === undefined) return undefined;
  const { rows } = await sql.query<QueuedRow>(
    `select ${TASK_COLUMNS} from queued_checks q where q.id = $1 and coalesce(q."check", q.app_task) is not null`,
    [key.id],
  );
  return withQuestions(
    questions,
    rows.map((row) => ({ ...row, ...key })),
  )[0];
}
