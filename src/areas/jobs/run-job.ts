import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import { addRun } from './add-run.ts';
import type { JobPlan, PlanContext } from '#area/job-type.ts';
import { getJob, type JobReader } from './get-job.ts';
import { lockJob } from './store/jobs.ts';
import { findOpenRun } from './store/runs.ts';

type JobPlanner = JobReader & PlanContext & Pick<RequestContext, 'jobTypes'>;

export interface StartedRun {
  readonly id: string;
  readonly plan: JobPlan;
}

/**
 * Queues a run of a job now, enabled or not. Its schedule stays as it is.
 * @throws AppError `Job not found`, 409 with the run that is under way, 403 for a bound key
 */
export async function runJob(ctx: JobPlanner & Pick<RequestContext, 'workflows'>, jobId: string): Promise<StartedRun> {
  const plan = await planJobRun(ctx, jobId);
  const runId = await ctx.postgres.transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === undefined) throw notFound('Job');
    const id = await addRun(ctx, tx, { jobId, type: ctx.jobTypes.get(job.type), config: job.config, trigger: 'api' });
    if (id !== undefined) return id;
    const open = await findOpenRun(tx, jobId);
    throw new AppError('conflict', 'Job is already running', {
      message: 'a job never overlaps itself',
      details: { run_id: open?.id ?? null, status: open?.status ?? null },
    });
  });
  return { id: runId, plan };
}

/** What a run would read and cost, without starting it. */
export async function planJobRun(ctx: JobPlanner, jobId: string): Promise<JobPlan> {
  const { job } = await getJob(ctx, jobId);
  return await ctx.jobTypes.get(job.type).plan(ctx, job.config);
}
