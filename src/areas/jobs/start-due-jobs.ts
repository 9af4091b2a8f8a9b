import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { addRun } from './add-run.ts';
import { findNextRun } from './next-run.ts';
import { claimDueJob, listDueJobIds, setNextRun } from './store/jobs.ts';

/** The rest comes at the next look. */
const STARTS_MAX = 200;
/** A start later than this is logged: no worker was running at the time. */
const LATE_MS = 60_000;

export type JobsContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'logger' | 'jobTypes'>;

/**
 * Starts every job whose time has come, once over all processes, and sets when it comes next: after
 * now, so that one run makes up for all missed times.
 */
export async function startDueJobs(ctx: JobsContext): Promise<void> {
  const now = ctx.clock.now();
  for (const id of await listDueJobIds(ctx.postgres, now, STARTS_MAX)) {
    try {
      await startDueJob(ctx, { id, now });
    } catch (error) {
      // One that cannot be started must not keep the others from it.
      ctx.logger.warn({ job: id, error: messageOf(error) }, 'a job could not be started');
    }
  }
}

async function startDueJob(ctx: JobsContext, { id: jobId, now }: { readonly id: string; readonly now: Date }): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const job = await claimDueJob(tx, jobId, now);
    if (!job?.nextRunAt || job.cronSchedule === null) return;
    const instant = job.nextRunAt.toISOString();
    const type = ctx.jobTypes.get(job.type);
    const run = await addRun(ctx, tx, { jobId, type, config: job.config, trigger: 'schedule' });
    // It stays due, and a later look starts it.
    if (!run && type.isMadeUpFor === true) return;
    if (run && now.getTime() - job.nextRunAt.getTime() > LATE_MS)
      ctx.logger.info({ job: jobId, instant }, 'a run of a job was missed and is made up for');
    if (!run) ctx.logger.info({ job: jobId, instant }, 'a job was still running when its time came; it does not overlap itself');
    await setNextRun(tx, { id: jobId, cronSchedule: job.cronSchedule }, findNextRun(job, now));
  });
}
