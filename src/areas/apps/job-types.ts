import { z } from 'zod';
import type { JobConfig, JobType } from '#area/job-type.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import { crawlFields, type CrawlConfig } from './crawl-config.ts';
import { closeLeftCrawl } from './crawl/close-crawl.ts';
import { runCrawl } from './crawl/run-crawl.ts';
import { findCrawlProblems, listCrawled, planCrawl } from './crawl-plan.ts';
import { trackingJob } from './tracking/tracking-job.ts';

export const catalogRefresh: JobType = {
  name: 'admin_catalog_refresh',
  summary: 'crawls the categories of an app store',
  configFields: { all_categories: z.boolean().nullish(), ...crawlFields },
  findProblems: findCatalogProblems,
  listCategories: (config) => listCrawled(config as unknown as CrawlConfig),
  plan: async (ctx, config) => planCrawl(ctx, config as unknown as CrawlConfig),
  run: (ctx, config) => runCrawl(ctx, config as unknown as CrawlConfig),
  onEnd: closeLeftCrawl,
  isCrawl: true,
};

export const jobTypes: readonly JobType[] = [catalogRefresh, trackingJob];

function findCatalogProblems(config: JobConfig): FieldProblem[] {
  const problems = findCrawlProblems(config);
  const { platform, all_categories: isWhole, category_ids: ids } = config;
  if (platform === null || platform === undefined) problems.unshift({ path: 'platform', message: 'platform is required' });
  if (isWhole !== true && !(Array.isArray(ids) && ids.length > 0))
    problems.push({ path: 'category_ids', message: 'must name categories unless all_categories is true' });
  return problems;
}
