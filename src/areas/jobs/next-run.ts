import { findNextInstant } from '#workflows/schedules/cron.ts';
import type { Job } from './job.ts';

type Schedule = Pick<Job, 'cronSchedule' | 'isEnabled'>;

/** The first instant of an enabled job's schedule after another one, in UTC; null when it only runs by hand. */
export function findNextRun({ cronSchedule, isEnabled }: Schedule, after: Date): Date | null {
  return isEnabled && cronSchedule !== null ? (findNextInstant(cronSchedule, after) ?? null) : null;
}

/** Machines' clocks differ, and are set right: what one has started, another must not start again for that. */
const SKEW_MS = 60_000;

/**
 * When the job runs next. An instant that was computed before stays, also when it has passed and the
 * run has not begun yet; but not when it lies beyond the next because the date was set back.
 */
export function correctNextRun(job: Schedule & Pick<Job, 'nextRunAt'>, now: Date): Date | null {
  if (job.nextRunAt === null) return findNextRun(job, now);
  const next = findNextRun(job, new Date(now.getTime() + SKEW_MS));
  return next === null || next < job.nextRunAt ? next : job.nextRunAt;
}
