import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { addRun, type AddedRun } from './add-run.ts';
import type { JobPlan, JobTypes } from '#area/job-type.ts';
import { getJob, type JobReader } from './get-job.ts';
import { lockJob } from './store/jobs.ts';
import { findOpenRun } from './store/runs.ts';

/**
 * Queues a run of a job now, enabled or not. Its schedule stays as it is.
 * @throws AppError `Job not found`, 409 with the run that is under way, 403 for a bound key
 */
export async function runJob(
  ctx: JobReader & Pick<RequestContext, 'clock' | 'workflows'>,
  types: JobTypes,
  jobId: string,
): Promise<AddedRun> {
  requireUnbound(ctx.caller);
  return await ctx.postgres.transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === undefined) throw notFound('Job');
    const run = await addRun(ctx, tx, { jobId, type: types.get(job.type), config: job.config, trigger: 'api' });
    if (run) return run;
    const open = await findOpenRun(tx, jobId);
    throw new AppError('conflict', 'Job is already running', {
      message: 'a job never overlaps itself',
      details: { run_id: open?.id ?? null, status: open?.status ?? null },
    });
  });
}

/** What a run would read and cost, without starting it. */
export async function planJobRun(ctx: JobReader, types: JobTypes, jobId: string): Promise<JobPlan> {
  const { job } = await getJob(ctx, jobId);
  return types.get(job.type).plan(job.config);
}
