import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import type { ListPage } from './job.ts';
import { countJobs, findJob, listJobPage, type ListedJob } from './store/jobs.ts';

export type JobReader = Pick<RequestContext, 'postgres' | 'caller'>;

/** @throws AppError `Job not found`, 403 for a bound key: jobs work for all projects */
export async function getJob({ postgres, caller }: JobReader, jobId: string): Promise<ListedJob> {
  requireUnbound(caller);
  const found = await findJob(postgres, jobId);
  if (found === undefined) throw notFound('Job');
  return found;
}

/** Oldest first. */
export async function listJobs({ postgres, caller }: JobReader, page: ListPage): Promise<{ jobs: ListedJob[]; total: number }> {
  requireUnbound(caller);
  const [jobs, total] = await Promise.all([listJobPage(postgres, page), countJobs(postgres)]);
  return { jobs, total };
}
