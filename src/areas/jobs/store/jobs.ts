import type { Sql } from '#stores/postgres/types.ts';
import type { Job, JobRunStatus, LastRun, ListPage } from '../job.ts';

export interface ListedJob {
  readonly job: Job;
  readonly lastRun: LastRun | undefined;
}

interface ListedRow extends Job {
  readonly lastRunAt: Date | null;
  readonly lastRunStatus: JobRunStatus | null;
}

/** Columns of `jobs j`. */
const COLUMNS = `j.id, j.name, j.type, j.cron_schedule, j.is_enabled, j.config,
  j.is_default, j.next_run_at, j.created_at, j.updated_at`;

const LISTED = `select ${COLUMNS}, r.at as last_run_at, r.status as last_run_status
  from jobs j
  left join lateral (
    select coalesce(started_at, created_at) as at, status from job_runs where job_id = j.id order by id desc limit 1
  ) r on true`;

export async function insertJob(sql: Sql, job: Job): Promise<void> {
  await sql.query(
    `insert into jobs (id, name, type, cron_schedule, is_enabled, config, is_default, next_run_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      job.id,
      job.name,
      job.type,
      job.cronSchedule,
      job.isEnabled,
      JSON.stringify(job.config),
      job.isDefault,
      job.nextRunAt,
      job.createdAt,
      job.updatedAt,
    ],
  );
}

export async function findJob(sql: Sql, jobId: string): Promise<ListedJob | undefined> {
  const { rows } = await sql.query<ListedRow>(`${LISTED} where j.id = $1`, [jobId]);
  return rows[0] && toListedJob(rows[0]);
}

/** Oldest first. */
export async function listJobPage(sql: Sql, { limit, offset }: ListPage): Promise<ListedJob[]> {
  const { rows } = await sql.query<ListedRow>(`${LISTED} order by j.created_at, j.id limit $1 offset $2`, [limit, offset]);
  return rows.map(toListedJob);
}

export async function countJobs(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from jobs');
  return rows[0]?.total ?? 0;
}

export async function lockJob(sql: Sql, jobId: string): Promise<Job | undefined> {
  const { rows } = await sql.query<Job>(`select ${COLUMNS} from jobs j where j.id = $1 for update`, [jobId]);
  return rows[0];
}

export async function updateJobRow(sql: Sql, job: Job): Promise<void> {
  await sql.query('update jobs set cron_schedule = $2, is_enabled = $3, config = $4, next_run_at = $5, updated_at = $6 where id = $1', [
    job.id,
    job.cronSchedule,
    job.isEnabled,
    JSON.stringify(job.config),
    job.nextRunAt,
    job.updatedAt,
  ]);
}

/** Deletes a job with its runs and their items. */
export async function deleteJobRow(sql: Sql, jobId: string): Promise<void> {
  await sql.query('delete from jobs where id = $1', [jobId]);
}

/** Jobs whose time has come, the longest waiting first. */
export async function listDueJobIds(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from jobs where is_enabled and next_run_at <= $1 order by next_run_at, id limit $2',
    [now, limit],
    'jobs-due',
  );
  return rows.map((row) => row.id);
}

/** Takes a job whose time has come; `undefined` when another process has it, or it is no longer due. */
export async function claimDueJob(sql: Sql, jobId: string, now: Date): Promise<Job | undefined> {
  const { rows } = await sql.query<Job>(
    `select ${COLUMNS} from jobs j where j.id = $1 and j.is_enabled and j.next_run_at <= $2 for update skip locked`,
    [jobId, now],
  );
  return rows[0];
}

export interface Scheduled {
  readonly id: string;
  readonly cronSchedule: string;
  readonly nextRunAt: Date | null;
}

/** Enabled jobs with a schedule that are not due, from an id on. */
export async function listWaitingJobs(
  sql: Sql,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<Scheduled[]> {
  const { rows } = await sql.query<Scheduled>(
    `select id, cron_schedule, next_run_at from jobs
     where id > $1 and is_enabled and cron_schedule is not null and (next_run_at is null or next_run_at > $2)
     order by id limit $3`,
    [afterId, now, limit],
  );
  return rows;
}

/** Sets the next instant, unless the schedule is another one meanwhile. */
export async function setNextRun(
  sql: Sql,
  { id, cronSchedule }: Pick<Scheduled, 'id' | 'cronSchedule'>,
  nextRunAt: Date | null,
): Promise<void> {
  await sql.query('update jobs set next_run_at = $3 where id = $1 and cron_schedule = $2 and is_enabled', [id, cronSchedule, nextRunAt]);
}

function toListedJob({ lastRunAt: at, lastRunStatus: status, ...job }: ListedRow): ListedJob {
  return { job, lastRun: at === null || status === null ? undefined : { at, status } };
}
