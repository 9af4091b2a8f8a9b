/** Rankings: what other areas may use, and what the service serves and runs of them. */
import type { AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import { serpRetention } from './serp-retention.workflow.ts';
import { serpCheck, serpTracking } from './serp-tracking.workflow.ts';

export { SerpCheck, toQueryId } from './check.ts';
export { ingestSerp } from './ingest-serp.ts';
export { endpoints } from './routes.ts';
export type { SerpPage } from './serp-run.ts';

export const workflows: AppWorkflow[] = [serpTracking, serpCheck, serpRetention];

/** Specification, section 8: search tracking daily at 10:00 UTC. */
export const schedules: Schedule[] = [
  { name: 'search-tracking', cron: '0 10 * * *', workflow: 'serp-tracking', input: { source: 'cron' } },
  { name: 'serp-retention', cron: '10 3 * * *', workflow: 'serp-retention', input: {} },
];
