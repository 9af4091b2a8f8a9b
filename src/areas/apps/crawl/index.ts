/** Crawls of app stores: what is served and run of them. */
import type { AppEndpoint } from '#context';
import { crawlRunEndpoints } from '../crawl-runs/routes.ts';
import { pageEndpoints } from './routes.ts';

export { crawlRun } from '../crawl-runs/crawl-run.workflow.ts';
export { categoryCrawl } from './category-crawl.workflow.ts';

/** A run as a whole, and single pages as they are now. */
export const crawlEndpoints: readonly AppEndpoint[] = [...pageEndpoints, ...crawlRunEndpoints];
