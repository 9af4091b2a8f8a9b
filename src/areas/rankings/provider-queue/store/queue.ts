import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import { SerpCheck, type CheckSubject } from '../../check.ts';
import type { PostKey, QueuedCheck, QueuedCheckStatus } from '../queued-check.ts';

export interface BatchKey {
  readonly dispatchId: string;
  readonly batch: string;
}

/** A check that waits to be posted. */
export interface WaitingCheck extends CheckSubject, PostKey {
  /** The depth that an earlier post of the round showed to be needed. */
  readonly readDepth: number;
  readonly projectIds: readonly string[];
}

/** The checks of a batch that wait to be posted, at most `limit`. */
export async function listWaitingChecks(sql: Sql, { dispatchId, batch }: BatchKey, limit: number): Promise<WaitingCheck[]> {
  const { rows } = await sql.query<{
    id: string;
    round: number;
    post: number;
    keyword_id: string;
    engine: CheckSubject['engine'];
    channel: CheckSubject['channel'];
    read_depth: number;
    project_ids: string[];
  }>(
    `select id, round, post, keyword_id, engine, channel, read_depth, project_ids from queued_checks
     where dispatch_id = $1 and batch = $2 and status = 'planned'
     order by id limit $3`,
    [dispatchId, batch, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    round: row.round,
    post: row.post,
    keywordId: row.keyword_id,
    engine: row.engine,
    channel: row.channel,
    readDepth: row.read_depth,
    projectIds: row.project_ids,
  }));
}

const TAKE_COLUMNS = { id: 'text', check: 'jsonb', read_depth: 'integer' } as const;

export interface CheckToPost {
  readonly id: string;
  readonly check: SerpCheck;
  readonly readDepth: number;
}

/**
 * Marks checks as being posted and gives each its tag; from here on only the provider knows whether they
 * were. Checks that another process has claimed are left out.
 */
export async function claimChecks(
  sql: Sql,
  checks: readonly CheckToPost[],
  { postedAt, sentAt }: { readonly postedAt: Date; readonly sentAt: Date },
): Promise<PostKey[]> {
  const rows = checks.map(({ id, check, readDepth }) => ({ id, check, read_depth: readDepth }));
  const taken = await sql.query<PostKey>(
    `update queued_checks known
     set status = 'posting', is_doubtful = true, post = known.post + 1, "check" = t."check"::jsonb, read_depth = t.read_depth,
       posted_at = $1, sent_at = $2, updated_at = $2
     from unnest($3::text[], $4::text[], $5::integer[]) as t (id, "check", read_depth)
     where known.id = t.id and known.status = 'planned'
     returning known.id, known.round, known.post`,
    [postedAt, sentAt, ...toArrays(TAKE_COLUMNS, rows)],
  );
  return taken.rows;
}

/** How a post ended, or a check whose newest post it is. */
export interface CheckUpdate extends PostKey {
  readonly status: QueuedCheckStatus;
  /** Whether only the provider's record shows if its newest post was taken. */
  readonly isDoubtful: boolean;
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
    task_id: change.taskId,
    cost_usd: change.costUsd ?? 0,
    ranked: change.ranked ?? 0,
    not_found: change.notFound ?? 0,
    error: change.error,
  }));
  await sql.query(
    `update queued_checks known
     set status = t.status, is_doubtful = t.is_doubtful, task_id = coalesce(t.task_id, known.task_id),
       cost_usd = known.cost_usd + t.cost_usd, ranked = t.ranked, not_found = t.not_found, error = t.error, updated_at = $1
     from ${unnest(CHANGE_COLUMNS, { first: 2 })}
     where known.id = t.id and known.round = t.round and known.post = t.post and known.status <> 'completed'
       and (known.status <> 'posted' or t.status in ('completed', 'failed'))`,
    [at, ...toArrays(CHANGE_COLUMNS, rows)],
    'rankings-change-queued-checks',
  );
}

export interface QueuedCheckRow {
  id: string;
  dispatch_id: string;
  batch: string;
  status: QueuedCheckStatus;
  is_doubtful: boolean;
  round: number;
  post: number;
  project_ids: string[];
  check: unknown;
  read_depth: number;
  task_id: string | null;
  cost_usd: number;
  posted_at: Date;
  sent_at: Date;
}

export const QUEUED_CHECK_COLUMNS = `q.id, q.dispatch_id, q.batch, q.status, q.is_doubtful, q.round, q.post, q.project_ids, q."check", q.read_depth, q.task_id,
  q.cost_usd, q.posted_at, q.sent_at`;

/** Checks of a batch whose post was begun and is not recorded: by a process that died, or because the answer was lost. */
export async function listDoubtfulChecks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<QueuedCheck[]> {
  const { rows } = await sql.query<QueuedCheckRow>(
    `select ${QUEUED_CHECK_COLUMNS} from queued_checks q where q.dispatch_id = $1 and q.batch = $2 and q.status = 'posting' order by q.id`,
    [dispatchId, batch],
  );
  return rows.map(toQueuedCheck);
}

export async function countDoubtfulChecks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from queued_checks where dispatch_id = $1 and batch = $2 and status = 'posting'`,
    [dispatchId, batch],
  );
  return rows[0]?.count ?? 0;
}

/** A check that is not done and not with the provider. */
export interface UnpostedCheck extends CheckSubject, PostKey {
  readonly projectIds: readonly string[];
  readonly isDoubtful: boolean;
}

export async function listUnpostedChecks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<UnpostedCheck[]> {
  const { rows } = await sql.query<{
    id: string;
    round: number;
    post: number;
    keyword_id: string;
    engine: CheckSubject['engine'];
    channel: CheckSubject['channel'];
    project_ids: string[];
    is_doubtful: boolean;
  }>(
    `select id, round, post, keyword_id, engine, channel, project_ids, is_doubtful from queued_checks
     where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting') order by id`,
    [dispatchId, batch],
  );
  return rows.map((row) => ({
    id: row.id,
    round: row.round,
    post: row.post,
    keywordId: row.keyword_id,
    engine: row.engine,
    channel: row.channel,
    projectIds: row.project_ids,
    isDoubtful: row.is_doubtful,
  }));
}

/** Checks that the provider has and that have no page yet. */
export async function listOpenChecks(sql: Sql, ids: readonly string[]): Promise<QueuedCheck[]> {
  const { rows } = await sql.query<QueuedCheckRow>(
    `select ${QUEUED_CHECK_COLUMNS} from queued_checks q where q.id = any ($1) and q.status = 'posted' order by q.id`,
    [ids],
  );
  return rows.map(toQueuedCheck);
}

/** Checks that the provider has had since before `sentBefore` (real time), the oldest first. */
export async function listOutstandingChecks(sql: Sql, sentBefore: Date, limit: number): Promise<QueuedCheck[]> {
  const { rows } = await sql.query<QueuedCheckRow>(
    `select ${QUEUED_CHECK_COLUMNS} from queued_checks q
     where q.status = 'posted' and q.sent_at < $1 order by q.sent_at, q.id limit $2`,
    [sentBefore, limit],
  );
  return rows.map(toQueuedCheck);
}

/** Whether that is the task that is recorded for a post, the newest of its check. */
export async function isRecordedTask(sql: Sql, { id, round, post }: PostKey, taskId: string): Promise<boolean> {
  const { rows } = await sql.query(
    'select from queued_checks where id = $1 and round = $2 and post = $3 and not is_doubtful and task_id = $4',
    [id, round, post, taskId],
  );
  return rows.length > 0;
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

const AGAIN_COLUMNS = { id: 'text', round: 'integer', post: 'integer', batch: 'text', read_depth: 'integer', error: 'text' } as const;

/** Puts checks back to be posted again; one with a newer post stays as it is. @returns how many */
export async function requeueChecks(
  sql: Sql,
  checks: readonly (PostKey & { readonly batch: string; readonly readDepth: number; readonly error: string | null })[],
  at: Date,
): Promise<number> {
  const rows = checks.map(({ id, round, post, batch, readDepth, error }) => ({ id, round, post, batch, read_depth: readDepth, error }));
  const { rowCount } = await sql.query(
    `update queued_checks known set status = 'planned', batch = t.batch, read_depth = t.read_depth, error = t.error, updated_at = $1
     from ${unnest(AGAIN_COLUMNS, { first: 2 })}
     where known.id = t.id and known.round = t.round and known.post = t.post and known.status in ('posted', 'failed')`,
    [at, ...toArrays(AGAIN_COLUMNS, rows)],
  );
  return rowCount ?? 0;
}

export function toQueuedCheck(row: QueuedCheckRow): QueuedCheck {
  return {
    id: row.id,
    dispatchId: row.dispatch_id,
    batch: row.batch,
    status: row.status,
    round: row.round,
    post: row.post,
    projectIds: row.project_ids,
    check: SerpCheck.parse(row.check),
    readDepth: row.read_depth,
    taskId: row.task_id,
    isDoubtful: row.is_doubtful,
    costUsd: row.cost_usd,
    postedAt: row.posted_at,
    sentAt: row.sent_at,
  };
}
