/** Rankings: what other areas may use, and what the service serves and runs of them. */
import type { AppEndpoint, AppWorkflow } from '#context';
import type { Schedule } from '#workflows/schedules.ts';
import { rankingsRematch } from './rankings-rematch.workflow.ts';
import { rankingDays } from './ranking-days.workflow.ts';
import { historyEndpoints } from './routes/history.ts';
import { endpoints as rankingEndpoints } from './routes/rankings.ts';
import { webhookEndpoints } from './routes/webhooks.ts';
import { taskEndpoints } from './routes/tasks.ts';
import { serpAnswers, serpPost, serpSweep } from './serp-queue.workflow.ts';
import { serpRetention } from './serp-retention.workflow.ts';
import { serpTask, serpTasksPrune } from './serp-task.workflow.ts';
import { serpCheck, serpTracking } from './serp-tracking.workflow.ts';
import { subscriptionDispatch } from './subscription-dispatch.workflow.ts';

export { copySources } from './copy-sources.ts';
export { getRun } from './get-run.ts';
export { findTask as findSerpTask } from './store/tasks.ts';
export { getSerpTask } from './tasks/get-serp-task.ts';
export { toRunBody } from './wire/run.ts';
export { toTaskBody } from './wire/tasks.ts';
export { SerpCheck, toQueryId } from './check.ts';
export { readSerpPriority, updateSerpPriority } from './queue/priority.ts';
export { findCheckByTag, type CheckOfTask } from './queue/find-check-by-tag.ts';
export { estimateTrackingRun } from './estimate-tracking-run.ts';
export { ingestSerp } from './ingest-serp.ts';
export type { SerpPage } from './serp-run.ts';
export { removeTokens, withoutTokens } from './without-tokens.ts';

export const endpoints: AppEndpoint[] = [...rankingEndpoints, ...historyEndpoints, ...taskEndpoints, ...webhookEndpoints];

export const workflows: AppWorkflow[] = [
  serpTracking,
  serpCheck,
  subscriptionDispatch,
  serpPost,
  serpAnswers,
  serpSweep,
  serpTask,
  serpTasksPrune,
  serpRetention,
  rankingDays,
  rankingsRematch,
];

/**
 * Specification, section 8. Two dispatches a day: at 02:00 UTC what is due in Europe, Africa and Asia,
 * at 10:00 UTC what has become due since, where the day begins later.
 */
export const schedules: Schedule[] = [
  { name: 'subscription-dispatch', cron: '0 2 * * *', workflow: 'subscription-dispatch', input: { source: 'cron' } },
  { name: 'search-tracking', cron: '0 10 * * *', workflow: 'subscription-dispatch', input: { source: 'cron' } },
  { name: 'serp-tasks-prune', cron: '40 3 * * *', workflow: 'serp-tasks-prune', input: {} },
  { name: 'serp-sweep', cron: '* * * * *', workflow: 'serp-sweep', input: {} },
  { name: 'serp-retention', cron: '10 3 * * *', workflow: 'serp-retention', input: {} },
  { name: 'ranking-days', cron: '25 * * * *', workflow: 'ranking-days', input: {} },
];
