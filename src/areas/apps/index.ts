/** App stores: categories, crawls and tracked apps. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { appEndpoints } from './catalogue/routes/apps.ts';
import { categoryEndpoints } from './catalogue/routes/categories.ts';
import { copySources } from './copy-sources.ts';
import { categoryCrawl, crawlEndpoints, crawlRun } from './crawl/index.ts';
import { appDetails } from './details/app-details.workflow.ts';
import { detailsEndpoints } from './details/routes.ts';
import { evidenceEndpoints } from './evidence/routes.ts';
import { appIcons } from './icons/app-icons.workflow.ts';
import { iconEndpoints } from './icons/routes.ts';
import { jobTypes } from './job-types.ts';
import { messages, questions, queues } from './queues.ts';
import { tables } from './tables.ts';
import { trackingEndpoints, trackingWorkflows } from './tracking/index.ts';

export { toQuestionOfTask, type QuestionOfTask } from './bought/question-of-task.ts';
export { listTermChecks, type TermCheck } from './keywords/analytics.ts';
export { keepStoreEvidence } from './evidence/keep-evidence.ts';
export { crawlReport } from './queues.ts';
export { countRecentApps, type RecentApps } from './records/index.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    crawl: true;
  }
}

export const apps = defineArea({
  name: 'apps',
  summary: 'App stores: categories, crawls and tracked apps.',
  assistantTools,
  endpoints: [
    ...appEndpoints,
    ...categoryEndpoints,
    ...crawlEndpoints,
    ...detailsEndpoints,
    ...evidenceEndpoints,
    ...trackingEndpoints,
    ...iconEndpoints,
  ],
  workflows: [categoryCrawl, appDetails, appIcons, ...trackingWorkflows, crawlRun],
  queues,
  messages,
  questions,
  jobTypes,
  liveTopics: ['crawl'],
  tables,
  copySources,
  // Whether a crawl is under way is known by its run; what paused projects track rests, and has the name of its asset until it is read.
  reads: ['assets', 'job_runs', 'projects'],
});
