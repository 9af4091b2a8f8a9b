import { messageOf } from '#kernel/errors.ts';
import { keepLooking } from '#workflows/schedules/keep-looking.ts';
import { settleLostRuns } from './settle-lost-runs.ts';
import { startDueJobs, type JobsContext } from './start-due-jobs.ts';
import { correctNextRun } from './next-run.ts';
import { listWaitingJobs, setNextRun } from './store/jobs.ts';

/** How soon a job starts after its time, and a drained run is seen. Two small statements over partial indexes. */
const LOOK_MS = 1_000;

/**
 * Looks after the jobs until the returned function is called; every worker does, and PostgreSQL sees
 * to it that each instant starts one run. The engine's own schedules go by the machine's time, jobs
 * by the world's, which a sandbox can move.
 */
export function keepJobs(ctx: JobsContext): () => Promise<void> {
  // Infinity before the first look.
  let lookedAt = Number.POSITIVE_INFINITY;
  const lookAfter = async (): Promise<void> => {
    const now = ctx.clock.now().getTime();
    if (now < lookedAt) await alignSchedules(ctx);
    lookedAt = now;
    await startDueJobs(ctx);
    await settleLostRuns(ctx);
  };
  return keepLooking(lookAfter, {
    everyMs: LOOK_MS,
    onError: (error) => {
      lookedAt = Number.POSITIVE_INFINITY;
      ctx.logger.warn({ error: messageOf(error) }, 'looking after the jobs failed');
    },
  });
}

const PAGE_SIZE = 500;

/**
 * Works out the next instant of jobs that have none yet, or one that lies beyond their next because
 * the world's date was set back. Jobs whose time has come are left to be started.
 */
export async function alignSchedules({ postgres, clock }: Pick<JobsContext, 'postgres' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (let afterId = ''; ;) {
    const jobs = await listWaitingJobs(postgres, { now, afterId, limit: PAGE_SIZE });
    for (const { id, cronSchedule, nextRunAt } of jobs) {
      const next = correctNextRun({ cronSchedule, isEnabled: true, nextRunAt }, now);
      if (next?.getTime() !== nextRunAt?.getTime()) await setNextRun(postgres, { id, cronSchedule }, next);
    }
    const last = jobs.at(-1);
    if (last === undefined || jobs.length < PAGE_SIZE) return;
    afterId = last.id;
  }
}
