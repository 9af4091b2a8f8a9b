/** App stores: categories, crawls and tracked apps. */
import { defineArea } from '#area/index.ts';
import { jobTypes } from './job-types.ts';
import { appKeywordSearchWorkflow } from './keywords/app-keyword-search.workflow.ts';
import { keywordEndpoints } from './keywords/routes.ts';
import { appReviews } from './reviews/app-reviews.workflow.ts';
import { reviewEndpoints } from './reviews/routes.ts';
import { searchEndpoints } from './search/routes.ts';
import { appTracking } from './tracking/app-tracking.workflow.ts';
import { appCharts } from './tracking/charts/app-charts.workflow.ts';
import { trackingEndpoints } from './tracking/routes.ts';
import { messages, queues } from './queues.ts';
import { notBuiltTriggers } from './triggers.ts';
import { notBuilt } from './not-built.ts';
import { appEndpoints } from './catalogue/routes/apps.ts';
import { categoryEndpoints } from './catalogue/routes/categories.ts';
import { tables } from './tables.ts';

export { keepStoreEvidence } from './evidence/keep-evidence.ts';
export { crawlReport } from './queues.ts';
export { crawlFields, type CrawlConfig } from './crawl-config.ts';
export { findCrawlProblems, planCrawl } from './crawl-plan.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    crawl: true;
  }
}

export const apps = defineArea({
  name: 'apps',
  summary: 'App stores: categories, crawls and tracked apps.',
  readingOrder: 8,
  endpoints: [...appEndpoints, ...categoryEndpoints, ...searchEndpoints, ...trackingEndpoints, ...keywordEndpoints, ...reviewEndpoints],
  workflows: [appTracking, appCharts, appKeywordSearchWorkflow, appReviews],
  notBuilt,
  notBuiltTriggers,
  queues,
  messages,
  jobTypes,
  // Nothing is published yet.
  liveTopics: ['crawl'],
  tables,
});
