import { EMPTY_PLAN, type JobConfig, type JobOutcome, type JobType } from '#area/job-type.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import type { CrawlConfig } from './crawl-config.ts';
import { runCrawl } from './crawl/run-crawl.ts';
import { findCrawlProblems, planCrawl } from './crawl-plan.ts';

/** The place where crawling of app stores goes. */
const crawlLater = (): Promise<JobOutcome> =>
  Promise.resolve({ status: 'failed', reason: 'Crawling app stores is not part of this version yet; nothing was crawled.' });

export const jobTypes: readonly JobType[] = [
  {
    name: 'admin_catalog_refresh',
    summary: 'crawls the categories of an app store',
    findProblems: findCatalogProblems,
    plan: (config) => planCrawl(config as unknown as CrawlConfig),
    run: (ctx, config) => runCrawl(ctx, config as unknown as CrawlConfig),
    isCrawl: true,
  },
  {
    name: 'customer_app_tracking',
    summary: 'checks the apps that projects track; of both stores without a platform',
    findProblems: () => [],
    plan: () => EMPTY_PLAN,
    run: crawlLater,
    isCrawl: true,
  },
];

function findCatalogProblems(config: JobConfig): FieldProblem[] {
  const problems = findCrawlProblems(config);
  const { platform, all_categories: isWhole, category_ids: ids } = config;
  if (platform === null || platform === undefined) problems.unshift({ path: 'platform', message: 'platform is required' });
  if (isWhole !== true && !(Array.isArray(ids) && ids.length > 0))
    problems.push({ path: 'category_ids', message: 'must name categories unless all_categories is true' });
  return problems;
}
