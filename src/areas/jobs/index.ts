/** Jobs and crawls: configured schedules, their runs, and what those did. */
import { defineArea, type Area } from '#area/index.ts';
import { makeJobTypes } from '#area/job-type.ts';
import { makeCrawlRun } from './crawl-run.workflow.ts';
import { jobRunsPrune, makeJobRun } from './job-run.workflow.ts';
import { keepJobs } from './keep-jobs.ts';
import { jobRuns } from './queues.ts';
import { makeCrawlEndpoints } from './routes/crawls.ts';
import { makeJobEndpoints } from './routes/jobs.ts';
import { makeRunEndpoints } from './routes/runs.ts';
import { tables } from './tables.ts';

/** @param areas those that bring types of jobs */
export function makeJobs(areas: readonly Area[]): Area {
  const types = makeJobTypes(areas.flatMap(({ jobTypes = [] }) => jobTypes));
  return defineArea({
    name: 'jobs',
    summary: 'Work that runs by a schedule or by hand.',
    endpoints: [...makeJobEndpoints(types), ...makeRunEndpoints(types), ...makeCrawlEndpoints(types)],
    workflows: [makeJobRun(types), jobRunsPrune, makeCrawlRun(types)],
    queues: [jobRuns],
    // Jobs are started by `keepJobs`: operators change their schedules.
    schedules: [{ name: 'job-runs-prune', cron: '50 3 * * *', workflow: 'job-runs-prune', input: {} }],
    tables,
    keepers: [(ctx) => keepJobs(ctx, types)],
  });
}
