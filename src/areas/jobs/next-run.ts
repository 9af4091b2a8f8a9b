import { findNextInstant } from '#workflows/cron.ts';
import type { Job } from './job.ts';

/** The first instant of an enabled job's schedule after another one, in UTC; null when it only runs by hand. */
export function findNextRun({ cronSchedule, isEnabled }: Pick<Job, 'cronSchedule' | 'isEnabled'>, after: Date): Date | null {
  return isEnabled && cronSchedule !== null ? (findNextInstant(cronSchedule, after) ?? null) : null;
}

/**
 * When the job runs next. An instant that has come and was not seen to yet is still the next; one
 * worked out before the date was set back is not.
 */
export function tellNextRun(job: Job, now: Date): Date | null {
  const next = findNextRun(job, now);
  return next !== null && job.nextRunAt !== null && job.nextRunAt < next ? job.nextRunAt : next;
}
