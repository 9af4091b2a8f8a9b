import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import { SerpCheck, type CheckSubject } from '../check.ts';
import type { PostKey, QueuedCheck, QueuedCheckStatus } from '../queue/queued-check.ts';

export interface DueFilter {
  /** The moment of the observed world. */
  readonly dueAt: Date;
  readonly projectId: string | undefined;
  readonly limit: number;
}

/** What is due, each page once, the longest due first. Paused and archived projects rest. */
const DUE = `
  select t.keyword_id, t.engine, t.channel, min(t.next_check) as due_at, array_agg(t.project_id order by t.project_id) as project_ids
  from tracked_keywords t
  join projects p on p.id = t.project_id and p.status = 'active'
  where t.status in ('tracking', 'active') and t.next_check <= $1 and ($2::text is null or t.project_id = $2)
  group by t.keyword_id, t.engine, t.channel
  order by due_at, t.keyword_id, t.engine, t.channel
  limit $3`;

/** What is due, without doing anything about it. */
export async function listDueSubjects(sql: Sql, { dueAt, projectId, limit }: DueFilter): Promise<CheckSubject[]> {
  const { rows } = await sql.query<{ keyword_id: string; engine: CheckSubject['engine']; channel: CheckSubject['channel'] }>(DUE, [
    dueAt,
    projectId ?? null,
    limit,
  ]);
  return rows.map((row) => ({ keywordId: row.keyword_id, engine: row.engine, channel: row.channel }));
}

export interface PlannedBatch {
  readonly batch: string;
  readonly size: number;
}

/**
 * Queues what is due, unless it is under way already: one row a check, in batches of one engine and
 * channel. A check that ended and is due all the same begins a new round; one whose last post is in
 * doubt goes on with it.
 */
export async function planDueChecks(
  sql: Sql,
  { dueAt, projectId, limit, ...plan }: DueFilter & { readonly dispatchId: string; readonly batchSize: number; readonly plannedAt: Date },
): Promise<PlannedBatch[]> {
  const { rows } = await sql.query<PlannedBatch>(
    `with due as (${DUE}),
     wanted as (
       select *, 'qc_' || md5(concat_ws(' ', keyword_id, engine, channel, extract(epoch from due_at))) as id from due
     ),
     numbered as (
       select *, (row_number() over (partition by engine, channel order by due_at, keyword_id) - 1) / $5 + 1 as number
       from wanted
       where not exists (select from queued_checks known where known.id = wanted.id and known.status in ('planned', 'posting', 'posted'))
     ),
     planned as (
       insert into queued_checks as known (id, dispatch_id, batch, keyword_id, engine, channel, project_ids, updated_at)
       select id, $4, concat_ws('/', engine, channel, number), keyword_id, engine, channel, project_ids, $6 from numbered order by id
       on conflict (id) do update set
         dispatch_id = excluded.dispatch_id, batch = excluded.batch, project_ids = excluded.project_ids, updated_at = excluded.updated_at,
         status = case when known.is_doubtful then 'posting' else 'planned' end,
         round = case when known.is_doubtful then known.round else known.round + 1 end,
         post = case when known.is_doubtful then known.post else 0 end,
         cost_usd = 0, read_depth = 0, ranked = 0, not_found = 0, error = null
       where known.status in ('completed', 'failed', 'skipped')
       returning batch
     )
     select batch, count(*)::integer as size from planned group by batch order by batch`,
    [dueAt, projectId ?? null, limit, plan.dispatchId, plan.batchSize, plan.plannedAt],
  );
  return rows;
}

export interface BatchKey {
  readonly dispatchId: string;
  readonly batch: string;
}

/** A check that waits to be posted. */
export interface WaitingCheck extends CheckSubject {
  readonly id: string;
  /** What an earlier post of the round has fixed already. */
  readonly readDepth: number;
  readonly projectIds: readonly string[];
}

/** The checks of a batch that wait to be posted, at most `limit`. */
export async function listWaitingChecks(sql: Sql, { dispatchId, batch }: BatchKey, limit: number): Promise<WaitingCheck[]> {
  const { rows } = await sql.query<{
    id: string;
    keyword_id: string;
    engine: CheckSubject['engine'];
    channel: CheckSubject['channel'];
    read_depth: number;
    project_ids: string[];
  }>(
    `select id, keyword_id, engine, channel, read_depth, project_ids from queued_checks
     where dispatch_id = $1 and batch = $2 and status = 'planned'
     order by id limit $3`,
    [dispatchId, batch, limit],
  );
  return rows.map((row) => ({
    id: row.id,
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
 * Marks checks as being posted and gives each its tag; from here on only the provider knows whether
 * they were. What is taken already stays with whoever took it.
 */
export async function takeChecks(
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

/** What became of a post, or of a check. */
export interface CheckChange extends Pick<PostKey, 'id' | 'round'> {
  readonly status: QueuedCheckStatus;
  /** Whether only the provider's books can tell about its newest post. */
  readonly isDoubtful: boolean;
  readonly taskId?: string | undefined;
  /** What this post did cost; added to the others of the round. */
  readonly costUsd?: number | undefined;
  readonly ranked?: number | undefined;
  readonly notFound?: number | undefined;
  readonly error?: string | undefined;
}

const CHANGE_COLUMNS = {
  id: 'text',
  round: 'integer',
  status: 'text',
  is_doubtful: 'boolean',
  task_id: 'text',
  cost_usd: 'numeric',
  ranked: 'integer',
  not_found: 'integer',
  error: 'text',
} as const;

/** Writes what became of checks. One that has ended meanwhile, or begun another round, stays as it is. */
export async function changeChecks(sql: Sql, changes: readonly CheckChange[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    id: change.id,
    round: change.round,
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
     where known.id = t.id and known.round = t.round and known.status <> 'completed'`,
    [at, ...toArrays(CHANGE_COLUMNS, rows)],
    'rankings-change-queued-checks',
  );
}

export interface QueuedCheckRow {
  id: string;
  dispatch_id: string;
  batch: string;
  status: QueuedCheckStatus;
  round: number;
  post: number;
  project_ids: string[];
  check: unknown;
  read_depth: number;
  task_id: string | null;
  cost_usd: number;
  posted_at: Date;
}

export const QUEUED_CHECK_COLUMNS = `q.id, q.dispatch_id, q.batch, q.status, q.round, q.post, q.project_ids, q."check", q.read_depth, q.task_id,
  q.cost_usd, q.posted_at`;

/** Checks of a batch whose post was begun and is not recorded: by a process that died, or because the answer was lost. */
export async function listDoubtfulChecks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<QueuedCheck[]> {
  const { rows } = await sql.query<QueuedCheckRow>(
    `select ${QUEUED_CHECK_COLUMNS} from queued_checks q where q.dispatch_id = $1 and q.batch = $2 and q.status = 'posting' order by q.id`,
    [dispatchId, batch],
  );
  return rows.map(toQueuedCheck);
}

/** Checks of a batch that are not done and not with the provider. */
export async function listUnpostedChecks(sql: Sql, { dispatchId, batch }: BatchKey): Promise<(CheckSubject & Pick<PostKey, 'id' | 'round'>)[]> {
  const { rows } = await sql.query<{
    id: string;
    round: number;
    keyword_id: string;
    engine: CheckSubject['engine'];
    channel: CheckSubject['channel'];
  }>(
    `select id, round, keyword_id, engine, channel from queued_checks
     where dispatch_id = $1 and batch = $2 and status in ('planned', 'posting') order by id`,
    [dispatchId, batch],
  );
  return rows.map((row) => ({ id: row.id, round: row.round, keywordId: row.keyword_id, engine: row.engine, channel: row.channel }));
}

/** Checks that the provider has had since before `sentBefore` (real time), the oldest first. */
export async function listOutstandingChecks(sql: Sql, sentBefore: Date, limit: number): Promise<(QueuedCheck & { readonly sentAt: Date })[]> {
  const { rows } = await sql.query<QueuedCheckRow & { sent_at: Date }>(
    `select ${QUEUED_CHECK_COLUMNS}, q.sent_at from queued_checks q
     where q.status = 'posted' and q.sent_at < $1 order by q.sent_at, q.id limit $2`,
    [sentBefore, limit],
  );
  return rows.map((row) => ({ ...toQueuedCheck(row), sentAt: row.sent_at }));
}

export interface DispatchCounts {
  /** Not ended yet. */
  readonly open: number;
  readonly completed: number;
  readonly failed: number;
  /** Stopped by a budget, or tracked no longer. */
  readonly skipped: number;
  readonly ranked: number;
  readonly notFound: number;
  readonly costUsd: number;
  /** Of one that was skipped, if any. */
  readonly skippedBecause: string | null;
}

export async function countDispatch(sql: Sql, dispatchId: string): Promise<DispatchCounts> {
  const { rows } = await sql.query<{
    open: number;
    completed: number;
    failed: number;
    skipped: number;
    ranked: number;
    not_found: number;
    cost_usd: number;
    skipped_because: string | null;
  }>(
    `select
       count(*) filter (where status in ('planned', 'posting', 'posted')) as open,
       count(*) filter (where status = 'completed') as completed,
       count(*) filter (where status = 'failed') as failed,
       count(*) filter (where status = 'skipped') as skipped,
       coalesce(sum(ranked), 0) as ranked, coalesce(sum(not_found), 0) as not_found, coalesce(sum(cost_usd), 0) as cost_usd,
       max(error) filter (where status = 'skipped') as skipped_because
     from queued_checks where dispatch_id = $1`,
    [dispatchId],
  );
  const row = rows[0];
  return {
    open: row?.open ?? 0,
    completed: row?.completed ?? 0,
    failed: row?.failed ?? 0,
    skipped: row?.skipped ?? 0,
    ranked: row?.ranked ?? 0,
    notFound: row?.not_found ?? 0,
    costUsd: row?.cost_usd ?? 0,
    skippedBecause: row?.skipped_because ?? null,
  };
}

/** Forgets checks that ended before `before` (real time). */
export async function pruneQueuedChecks(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from queued_checks where status in ('completed', 'failed', 'skipped') and updated_at < $1`,
    [before],
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
    costUsd: row.cost_usd,
    postedAt: row.posted_at,
  };
}
