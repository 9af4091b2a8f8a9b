import { requireRoom } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import type { Job } from './job.ts';
import { findNextRun } from './next-run.ts';
import { countJobs, insertJob } from './store/jobs.ts';

export type CreateJobInput = Pick<Job, 'name' | 'type' | 'cronSchedule' | 'isEnabled' | 'config'>;

const JOBS_MAX = 1_000;

/**
 * Adds a job. Its configuration has been checked.
 * @throws AppError 403 for a bound key, 409 beyond 1,000 jobs
 */
export async function createJob(ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock'>, input: CreateJobInput): Promise<Job> {
  requireUnbound(ctx.caller);
  const now = ctx.clock.now();
  const job = { ...input, id: newId('job_'), isDefault: false, nextRunAt: findNextRun(input, now), createdAt: now, updatedAt: now };
  await ctx.postgres.transaction(async (tx) => {
    await insertJob(tx, job);
    await requireRoom(tx, {
      things: 'jobs',
      owner: { id: '', title: 'A service' },
      max: JOBS_MAX,
      count: () => countJobs(tx),
      hint: 'Delete one that is not used.',
    });
  });
  return job;
}
