import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import type { Job } from './job.ts';
import { findNextRun } from './next-run.ts';
import { insertJob } from './store/jobs.ts';

export type CreateJobInput = Pick<Job, 'name' | 'type' | 'cronSchedule' | 'isEnabled' | 'config'>;

/**
 * Adds a job. Its configuration has been checked.
 * @throws AppError 403 for a bound key
 */
export async function createJob(ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock'>, input: CreateJobInput): Promise<Job> {
  requireUnbound(ctx.caller);
  const now = ctx.clock.now();
  const job = { ...input, id: newId('job_'), isDefault: false, nextRunAt: findNextRun(input, now), createdAt: now, updatedAt: now };
  await insertJob(ctx.postgres, job);
  return job;
}
