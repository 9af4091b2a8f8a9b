import { CHECKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { CheckSubject } from '../check.ts';

export interface DueFilter {
  /** The moment of the observed world. */
  readonly dueAt: Date;
  readonly projectId: string | undefined;
  readonly limit: number;
}

/** The due pages, each once, longest due first. Paused and archived projects are left out. */
const DUE = `
  select t.keyword_id, t.engine, t.channel, min(t.next_check) as due_at, array_agg(t.project_id order by t.project_id) as project_ids
  from ${CHECKED_KEYWORDS} t
  join projects p on p.id = t.project_id and p.status = 'active'
  where t.next_check <= $1 and ($2::text is null or t.project_id = $2)
  group by t.keyword_id, t.engine, t.channel
  order by due_at, t.keyword_id, t.engine, t.channel
  limit $3`;

/** The due pages, without queueing them. */
export async function listDueSubjects(sql: Sql, { dueAt, projectId, limit }: DueFilter): Promise<CheckSubject[]> {
  const { rows } = await sql.query<{ keywordId: string; engine: CheckSubject['engine']; channel: CheckSubject['channel'] }>(DUE, [
    dueAt,
    projectId ?? null,
    limit,
  ]);
  return rows.map((row) => ({ keywordId: row.keywordId, engine: row.engine, channel: row.channel }));
}

export interface PlannedBatch {
  readonly batch: string;
  readonly size: number;
}

/** The batches of a dispatch. */
export async function listPlannedBatches(sql: Sql, dispatchId: string): Promise<PlannedBatch[]> {
  const { rows } = await sql.query<PlannedBatch>(
    'select batch, count(*)::integer as size from queued_checks where dispatch_id = $1 group by batch order by batch',
    [dispatchId],
  );
  return rows;
}

/** Allows one plan at a time until the transaction ends: the next one sees what this one queued. */
export async function lockPlanning(sql: Sql): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('plan-due-checks'))`);
}

/** Waits for a plan in progress, and holds back the next one until the transaction ends. */
export async function awaitPlanning(sql: Sql): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock_shared(hashtext('plan-due-checks'))`);
}

/**
 * Whether a dispatch has queued the page for this project and its answer is outstanding. Pages of SERP tasks
 * do not count: they are read with the task's options.
 */
export async function hasQueuedCheck(sql: Sql, { keywordId, engine, channel }: CheckSubject, projectId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from queued_checks q
     where keyword_id = $1 and engine = $2 and channel = $3 and $4 = any (project_ids) and status in ('planned', 'posting', 'posted')
       and not exists (select from serp_task_keywords t where t.queued_check_id = q.id)
     limit 1`,
    [keywordId, engine, channel, projectId],
  );
  return rowCount === 1;
}

export interface DispatchPlan extends DueFilter {
  readonly dispatchId: string;
  readonly batchSize: number;
  readonly plannedAt: Date;
  /** Pages that are being read live (live-check.ts, `toSubjectKey`). */
  readonly readLive: readonly string[];
}

/**
 * Queues what is due, unless its page is already on the way: one row per check, in batches of one engine and
 * channel. A check that ended and is still due begins a new round; one whose last post is in doubt continues
 * its round.
 */
export async function insertDueChecks(sql: Sql, { dueAt, projectId, limit, ...plan }: DispatchPlan): Promise<PlannedBatch[]> {
  const { rows } = await sql.query<PlannedBatch>(
    `with due as (${DUE}),
     wanted as (
       select *, 'qc_' || md5(concat_ws(' ', keyword_id, engine, channel, extract(epoch from due_at))) as id from due
     ),
     numbered as (
       select *, (row_number() over (partition by engine, channel order by due_at, keyword_id) - 1) / $5 + 1 as number
       from wanted
       where not exists (
         select from queued_checks known
         where known.keyword_id = wanted.keyword_id and known.engine = wanted.engine and known.channel = wanted.channel
           and known.status in ('planned', 'posting', 'posted'))
         and not exists (
           select from unnest($7::text[]) as live (subject)
           where live.subject = concat_ws(':', wanted.keyword_id, wanted.engine, wanted.channel))
     ),
     planned as (
       insert into queued_checks as known (id, dispatch_id, batch, keyword_id, engine, channel, project_ids, updated_at)
       select id, $4, concat_ws('/', engine, channel, number), keyword_id, engine, channel, project_ids, $6 from numbered order by id
       on conflict (id) do update set
         dispatch_id = excluded.dispatch_id, batch = excluded.batch, project_ids = excluded.project_ids, updated_at = excluded.updated_at,
         status = case when known.is_doubtful then 'posting' else 'planned' end,
         round = case when known.is_doubtful then known.round else known.round + 1 end,
         post = case when known.is_doubtful then known.post else 0 end,
         cost_usd = case when known.is_doubtful then known.cost_usd else 0 end,
         read_depth = case when known.is_doubtful then known.read_depth else 0 end,
         ranked = 0, not_found = 0, error = null
       where known.status in ('completed', 'failed', 'skipped')
       returning batch
     )
     select batch, count(*)::integer as size from planned group by batch order by batch`,
    [dueAt, projectId ?? null, limit, plan.dispatchId, plan.batchSize, plan.plannedAt, plan.readLive],
  );
  return rows;
}

export interface DispatchCounts {
  /** Not ended yet. */
  readonly open: number;
  readonly completed: number;
  readonly failed: number;
  /** Stopped by a budget, or no longer tracked. */
  readonly skipped: number;
  readonly ranked: number;
  readonly notFound: number;
  readonly costUsd: number;
  /** `budget_exceeded` when a budget stopped any, else why some were skipped. */
  readonly skippedBecause: string | null;
}

export async function countDispatch(sql: Sql, dispatchId: string): Promise<DispatchCounts> {
  const { rows } = await sql.query<DispatchCounts>(
    `select
       count(*) filter (where status in ('planned', 'posting', 'posted')) as open,
       count(*) filter (where status = 'completed') as completed,
       count(*) filter (where status = 'failed') as failed,
       count(*) filter (where status = 'skipped') as skipped,
       coalesce(sum(ranked), 0) as ranked, coalesce(sum(not_found), 0) as not_found, coalesce(sum(cost_usd), 0) as cost_usd,
       min(error) filter (where status = 'skipped') as skipped_because
     from queued_checks where dispatch_id = $1`,
    [dispatchId],
  );
  return rows[0] ?? { open: 0, completed: 0, failed: 0, skipped: 0, ranked: 0, notFound: 0, costUsd: 0, skippedBecause: null };
}

/** Checks of every dispatch that were planned, went on or ended since then. @param since real time */
export async function countChecksSince(sql: Sql, since: Date): Promise<{ open: number; completed: number; failed: number }> {
  const { rows } = await sql.query<{ open: number; completed: number; failed: number }>(
    `select
       count(*) filter (where status in ('planned', 'posting', 'posted')) as open,
       count(*) filter (where status = 'completed') as completed,
       count(*) filter (where status = 'failed') as failed
     from queued_checks where updated_at >= $1`,
    [since],
  );
  return rows[0] ?? { open: 0, completed: 0, failed: 0 };
}
