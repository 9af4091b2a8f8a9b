import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { deleteJobRow, lockJob } from './store/jobs.ts';
import { findOpenRun } from './store/runs.ts';

/**
 * Removes a custom job with its runs.
 * @throws AppError `Job not found`, 409 for a default job and for one that is running, 403 for a bound key
 */
export async function deleteJob(ctx: Pick<RequestContext, 'postgres' | 'caller'>, jobId: string): Promise<void> {
  requireUnbound(ctx.caller);
  await ctx.postgres.transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === undefined) throw notFound('Job');
    if (job.isDefault)
      throw new AppError('conflict', 'Default jobs cannot be deleted', { hint: 'Switch it off: PUT the job with `is_enabled` false.' });
    const open = await findOpenRun(tx, jobId);
    if (open)
      throw new AppError('conflict', 'Job is running', {
        details: { run_id: open.id, status: open.status },
        hint: `Wait for the run, or terminate its workflow: DELETE /api/admin/workflow/job-run/${open.id}`,
      });
    await deleteJobRow(tx, jobId);
  });
}
