import { appData } from './bought/app-data.ts';
import type { MessageKind, OutcomeReport } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

export const appInfoFetch: Queue = { name: 'app-info-fetch', summary: 'reading categories and charts of the app stores', concurrency: 3 };
// One holds up to a thousand searches and mostly waits for their answers.
export const appKeywordSearch: Queue = { name: 'app-keyword-search', summary: 'searching the app stores for keywords', concurrency: 20 };
export const appDetailsFetch: Queue = {
  name: 'app-details-fetch',
  summary: 'fetching the details of apps',
  concurrency: 3,
  batch: 5,
  maxRetries: 2,
};

export const appIconsQueue: Queue = { name: 'app-icons', summary: 'keeping copies of icons of apps', concurrency: 2 };

/** What `GET /api/admin/queue-status` reports of crawls. */
export const crawlReport = {
  groupBy: ['platform', 'category_id'],
} as const satisfies OutcomeReport;

export const crawlCategory: MessageKind = {
  kind: 'crawl_category',
  workflow: 'category-crawl',
  queue: appInfoFetch,
  summary: 'read a category of an app store',
  report: crawlReport,
};
const searchAppKeyword: MessageKind = {
  kind: 'search_app_keyword',
  workflow: 'app-keyword-search',
  queue: appKeywordSearch,
  summary: 'search an app store',
  report: crawlReport,
};
export const fetchAppDetails: MessageKind = {
  kind: 'fetch_app_details',
  workflow: 'app-details',
  queue: appDetailsFetch,
  summary: 'fetch the details of an app',
  report: crawlReport,
};

export const storeAppIcons: MessageKind = {
  kind: 'store_app_icons',
  workflow: 'app-icons',
  queue: appIconsQueue,
  summary: 'keep copies of icons of apps',
};

export const queues = [appInfoFetch, appKeywordSearch, appDetailsFetch, appIconsQueue];
export const messages = [crawlCategory, searchAppKeyword, fetchAppDetails, storeAppIcons];
export const questions = [appData];
