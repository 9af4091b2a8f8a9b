import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { JobTypes } from '#area/job-type.ts';
import { jobConfigField } from './job-config.ts';
import type { Job } from './job.ts';
import { findNextRun } from './next-run.ts';
import { getJob, type JobReader } from './get-job.ts';
import { lockJob, updateJobRow, type ListedJob } from './store/jobs.ts';

export interface UpdateJobInput {
  readonly cronSchedule?: string | null | undefined;
  readonly isEnabled?: boolean | undefined;
  /** Merged into what is there, key by key; null means "not set". */
  readonly config?: Job['config'] | undefined;
}

/**
 * Changes the given fields and leaves the rest. Holds in all processes at once, because the scheduler
 * reads this row.
 * @throws AppError `Job not found`, 400 for a configuration that does not go together, 403 for a bound key
 */
export async function updateJob(
  ctx: JobReader & Pick<RequestContext, 'clock' | 'jobTypes'>,
  jobId: string,
  input: UpdateJobInput,
): Promise<ListedJob> {
  requireUnbound(ctx.caller);
  await ctx.postgres.transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === undefined) throw notFound('Job');
    await updateJobRow(tx, change(job, { ...input, config: mergeConfig(job, ctx.jobTypes, input.config) }, ctx.clock.now()));
  });
  return await getJob(ctx, jobId);
}

function change(job: Job, input: UpdateJobInput & Pick<Job, 'config'>, now: Date): Job {
  const schedule = {
    cronSchedule: input.cronSchedule === undefined ? job.cronSchedule : input.cronSchedule,
    isEnabled: input.isEnabled ?? job.isEnabled,
  };
  const isSame = schedule.cronSchedule === job.cronSchedule && schedule.isEnabled === job.isEnabled;
  return {
    ...job,
    ...schedule,
    config: input.config,
    nextRunAt: isSame ? job.nextRunAt : findNextRun(schedule, now),
    updatedAt: now,
  };
}

function mergeConfig(job: Job, types: JobTypes, changes: Job['config'] | undefined): Job['config'] {
  if (changes === undefined) return job.config;
  const merged = { ...job.config, ...changes };
  // The whole must keep its size limit, even after many changes.
  const parsed = jobConfigField(types).safeParse(merged);
  const tooLarge = parsed.error?.issues.map(({ message }) => ({ path: 'config', message })) ?? [];
  const problems = [
    ...tooLarge,
    ...types
      .get(job.type)
      .findProblems(merged)
      .map(({ path, message }) => ({ path: `config.${path}`, message })),
  ];
  if (problems.length > 0) throw invalid(problems);
  return merged;
}
