/** App stores: categories, crawls and tracked apps. */
import { defineArea } from '#area/index.ts';
import { jobTypes } from './job-types.ts';
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
  endpoints: [...appEndpoints, ...categoryEndpoints],
  notBuilt,
  notBuiltTriggers,
  queues,
  messages,
  jobTypes,
  // Nothing is published yet.
  liveTopics: ['crawl'],
  tables,
});
