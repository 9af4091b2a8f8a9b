/** Jobs: configured schedules, their runs, and what those did. */
import { defineArea, type Area } from '#area/index.ts';
import { makeJobTypes } from '#area/job-type.ts';
import { jobRun, jobRunsPrune } from './job-run.workflow.ts';
import { keepJobs } from './keep-jobs.ts';
import { jobRuns } from './queues.ts';
import { makeJobEndpoints } from './routes/jobs.ts';
import { runEndpoints } from './routes/runs.ts';
import { tables } from './tables.ts';

export { addRun, insertRunWithItems } from './add-run.ts';
export { endRun } from './end-run.ts';
export { getJob, type JobReader } from './get-job.ts';
export { findPricedRun, listPricedRuns, type PricedRun } from './list-runs.ts';
export { findJob } from './store/jobs.ts';
export { findOpenRun } from './store/runs.ts';
export { jobRuns } from './queues.ts';
export { JobPageQuery } from './wire/jobs.ts';
export { planFields, RunBody, toPlanFields, toJobRunBody, toRunsFields } from './wire/runs.ts';

/** @param areas those that bring types of jobs */
export function makeJobs(areas: readonly Area[]): Area {
  const types = makeJobTypes(areas.flatMap(({ jobTypes = [] }) => jobTypes));
  return defineArea({
    name: 'jobs',
    summary: 'Work that runs by a schedule or by hand.',
    endpoints: [...makeJobEndpoints(types), ...runEndpoints],
    workflows: [jobRun, jobRunsPrune],
    queues: [jobRuns],
    // Jobs are started by `keepJobs`: operators change their schedules.
    schedules: [{ name: 'job-runs-prune', cron: '50 3 * * *', workflow: 'job-runs-prune', input: {} }],
    tables,
    keepers: [keepJobs],
  });
}
