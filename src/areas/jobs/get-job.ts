import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from './job.ts';
import { countJobs, selectJob, selectJobs, type ListedJob } from './store/jobs.ts';

export type JobReader = Pick<RequestContext, 'postgres' | 'caller'>;

/** @throws AppError `Job not found`, 403 for a bound key: jobs work for everybody */
export async function getJob({ postgres, caller }: JobReader, jobId: string): Promise<ListedJob> {
  requireUnbound(caller);
  const found = await selectJob(postgres, jobId);
  if (found === undefined) throw notFound('Job');
  return found;
}

/** Oldest first. */
export async function listJobs({ postgres, caller }: JobReader, page: Page): Promise<{ jobs: ListedJob[]; total: number }> {
  requireUnbound(caller);
  const [jobs, total] = await Promise.all([selectJobs(postgres, page), countJobs(postgres)]);
  return { jobs, total };
}
