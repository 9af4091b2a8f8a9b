import type { JobsContext } from './start-due-jobs.ts';
import { correctNextRun } from './next-run.ts';
import { listWaitingJobs, setNextRun } from './store/jobs.ts';

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
