import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import { SerpCheck, type CheckSubject } from '#areas/rankings/check.ts';
import type { AppTask, PostKey, Queued, QueuedCheck, QueuedCheckStatus } from './queued.ts';

export interface BatchKey {
  readonly dispatchId: string;
  readonly batch: string;
}

/** How a post ended, or a check whose newest post it is. */
export interface CheckUpdate extends PostKey {
  readonly status: QueuedCheckStatus;
  /** Whether only the provider's record shows if its newest post was taken. */
  readonly isDoubtful: boolean;
  /** Of a post in doubt: whether the provider answered it. */
  readonly isAnswered?: boolean | undefined;
  readonly taskId?: string | undefined;
  /** The cost of this post; added to the others of the round. */
  readonly costUsd?: number | undefined;
  readonly ranked?: number | undefined;
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
 * Records how checks ended. A check that has ended, or was posted again, stays as it is. A check that the
 * provider is known to have changes only by its end: other updates are late.
 */
export async function updateChecks(sql: Sql, changes: readonly CheckUpdate[], at: Date): Promise<void> {
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
    ranked: change.ranked ?? 0,
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
    'rankings-change-queued-checks',
  );
}

export interface QueuedCheckRow extends Omit<QueuedCheck, 'check'> {
  /** Null: an app task. */
  readonly check: unknown;
  /** Null: a check. */
  readonly appTask: AppTask | null;
}

export const QUEUED_CHECK_COLUMNS = `q.id, q.dispatch_id as "dispatchId", q.batch, q.status, q.is_doubtful as "isDoubtful", q.round, q.post,
  q.project_ids as "projectIds", q."check", q.app_task as "appTask", q.read_depth as "readDepth", q.task_id as "taskId", q.cost_usd as "costUsd",
  q.posted_at as "postedAt", q.sent_at as "sentAt", q.answered_at as "answeredAt"`;

/** Which page a row is about; nulls: it is an app task. */
export interface SubjectColumns {
  readonly keywordId: string | null;
  readonly engine: CheckSubject['engine'] | null;
  readonly channel: CheckSubject['channel'] | null;
}

/** `undefined`: it is an app task. */
export function toSubject({ keywordId, engine, channel }: SubjectColumns): CheckSubject | undefined {
  return keywordId === null || engine === null || channel === null ? undefined : { keywordId, engine, channel };
}

/** A task that is not done and not with the provider. */
export interface UnpostedCheck extends SubjectColumns, PostKey {
  readonly projectIds: readonly string[];
  readonly isDoubtful: boolean;
}

export async function listUnpostedChecks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<UnpostedCheck[]> {
  const { rows } = await sql.query<UnpostedCheck>(
    `select id, round, post, keyword_id as "keywordId", engine, channel, project_ids as "projectIds", is_doubtful as "isDoubtful"
     from queued_checks where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting') order by id`,
    [dispatchId, batch],
  );
  return rows;
}

/** Locks checks that have no page yet until the transaction ends; gives the newest post of each. */
export async function lockOpenChecks(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, PostKey>> {
  const { rows } = await sql.query<PostKey>(
    `select id, round, post from queued_checks where id = any ($1) and status <> 'completed' order by id for update`,
    [ids],
    'rankings-lock-open-checks',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function toQueued({ check, appTask, ...row }: QueuedCheckRow): Queued {
  return appTask === null ? { ...row, check: SerpCheck.parse(check) } : { ...row, appTask };
}

/** A queued task, however far it has come; `undefined` also of a check before its first post. */
export async function findQueued(sql: Sql, id: string): Promise<Queued | undefined> {
  const { rows } = await sql.query<QueuedCheckRow>(
    `select ${QUEUED_CHECK_COLUMNS} from queued_checks q where q.id = $1 and coalesce(q."check", q.app_task) is not null`,
    [id],
  );
  return rows[0] && toQueued(rows[0]);
}
