import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { JobOutcome } from '#area/job-type.ts';
import type { JobRun, RunMetadata } from '../job.ts';

const COLUMNS = `id, job_id, type, config, trigger, status, reason, metadata, created_at,
  started_at, completed_at`;
const IS_OPEN = `status in ('queued', 'running')`;

export interface QueuedRun extends Pick<JobRun, 'id' | 'jobId' | 'type' | 'config' | 'trigger' | 'createdAt'> {
  readonly categoriesQueued: number;
}

/** Adds it; false when the job has one under way, or the id exists. */
export async function insertJobRun(sql: Sql, run: QueuedRun): Promise<boolean> {
  const metadata: RunMetadata = { categories_queued: run.categoriesQueued, categories_processed: 0, apps_discovered: 0, errors: 0 };
  const { rowCount } = await sql.query(
    `insert into job_runs (id, job_id, type, config, trigger, metadata, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [run.id, run.jobId, run.type, JSON.stringify(run.config), run.trigger, JSON.stringify(metadata), run.createdAt],
  );
  return rowCount === 1;
}

export async function findJobRun(sql: Sql, runId: string): Promise<JobRun | undefined> {
  const { rows } = await sql.query<JobRun>(`select ${COLUMNS} from job_runs where id = $1`, [runId]);
  return rows[0];
}

/** The run of a job that is under way. */
export async function findOpenRun(sql: Sql, jobId: string): Promise<JobRun | undefined> {
  const { rows } = await sql.query<JobRun>(`select ${COLUMNS} from job_runs where job_id = $1 and ${IS_OPEN}`, [jobId]);
  return rows[0];
}

/** Newest first. */
export const runsOfJob = defineList<JobRun, string>({
  columns: COLUMNS,
  from: 'from job_runs where job_id = $1',
  order: 'id desc',
  values: (jobId) => [jobId],
});

/** Runs of some job types, with or without a job; newest first. */
export const runsOfTypes = defineList<JobRun, readonly string[]>({
  columns: COLUMNS,
  from: 'from job_runs where type = any($1)',
  order: 'id desc',
  values: (types) => [types],
});

/** Runs under way, oldest first. */
export async function listOpenJobRuns(sql: Sql, limit: number): Promise<Pick<JobRun, 'id' | 'createdAt'>[]> {
  const { rows } = await sql.query<Pick<JobRun, 'id' | 'createdAt'>>(
    `select id, created_at from job_runs where ${IS_OPEN} order by id limit $1`,
    [limit],
    'job-runs-open',
  );
  return rows;
}

/** Marks it as running, once; `undefined` when it has ended or is unknown. */
export async function beginRunRow(sql: Sql, runId: string, now: Date): Promise<JobRun | undefined> {
  const { rows } = await sql.query<JobRun>(
    `update job_runs set status = 'running', started_at = coalesce(started_at, $2) where id = $1 and ${IS_OPEN} returning ${COLUMNS}`,
    [runId, now],
  );
  return rows[0];
}

/** Ends a run that is under way; false when it has ended already. A failed one counts an error at least. */
export async function endRunRow(sql: Sql, runId: string, { status, reason, appsDiscovered }: JobOutcome, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update job_runs set status = $2, reason = $3, completed_at = $4,
       metadata = metadata || (
         select jsonb_build_object(
           'categories_processed', count(*) filter (where i.status = 'completed'),
           'errors', greatest(count(*) filter (where i.status = 'failed'), case when $2 = 'failed' then 1 else 0 end))
         from job_queue_items i where i.run_id = $1)
         || case when $5::bigint is null then '{}'::jsonb else jsonb_build_object('apps_discovered', $5::bigint) end
     where id = $1 and ${IS_OPEN}`,
    [runId, status, reason ?? null, now, appsDiscovered ?? null],
  );
  return rowCount === 1;
}

/** Removes runs that ended before an instant, with their items, but the newest run of each job. Returns how many. */
export async function pruneRuns(sql: Sql, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from job_runs r where completed_at < $1
       and (job_id is null or exists (select 1 from job_runs newer where newer.job_id = r.job_id and newer.id > r.id))`,
    [before],
  );
  return rowCount ?? 0;
}
