/** Jobs and crawls: what the service serves and runs of them. */
import type { AppEndpoint, AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import { catalogCrawl } from './catalog-crawl.workflow.ts';
import { jobRun, jobRunsPrune } from './job-run.workflow.ts';
import { jobEndpoints } from './routes/jobs.ts';
import { runEndpoints } from './routes/runs.ts';

export { keepJobs } from './keep-jobs.ts';

export const endpoints: AppEndpoint[] = [...jobEndpoints, ...runEndpoints];

export const workflows: AppWorkflow[] = [jobRun, jobRunsPrune, catalogCrawl];

/** Specification, section 8. Jobs are started by `keepJobs`: operators change their schedules. */
export const schedules: Schedule[] = [
  { name: 'store-a-catalog-crawl', cron: '0 2 * * 1', workflow: 'catalog-crawl', input: { platform: 'store_a' } },
  { name: 'store-b-catalog-crawl', cron: '0 3 * * 1', workflow: 'catalog-crawl', input: { platform: 'store_b' } },
  { name: 'job-runs-prune', cron: '50 3 * * *', workflow: 'job-runs-prune', input: {} },
];
