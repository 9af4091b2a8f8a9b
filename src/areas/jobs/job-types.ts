import type { WorkflowContext } from '#context';
import type { FieldProblem } from '#kernel/errors.ts';
import { dispatchSubscriptions } from './dispatch-subscriptions.ts';
import { findCrawlProblems, planCrawl, type CrawlPlan } from './crawl-plan.ts';
import { takeSnapshots } from './take-snapshots.ts';
import type { CrawlConfig, JobConfig, RunOutcome } from './job.ts';

/** What jobs of a type do. A custom type that is not in the list can be configured, and its runs fail. */
export interface JobType {
  readonly name: string;
  readonly summary: string;
  /** What is wrong with the configuration, beside its single fields. */
  readonly findProblems: (config: JobConfig) => FieldProblem[];
  /** What a run will crawl; its categories become the queue items of the run. */
  readonly plan: (config: JobConfig) => CrawlPlan;
  /** The work of one run, inside the workflow `job-run`. A thrown error fails the run and becomes a dead letter. */
  readonly run: (ctx: WorkflowContext, config: JobConfig) => Promise<RunOutcome>;
  /** An instant that comes while the job still runs is not let pass: the job runs again as soon as it has ended. */
  readonly isMadeUpFor?: true;
}

const NOTHING: CrawlPlan = { categories: [], estimatedApps: 0, estimatedSeconds: 0, estimate: { calls: 0, costUsd: 0 } };

/** The place where crawling of app stores goes. */
const crawlLater = (): Promise<RunOutcome> =>
  Promise.resolve({ status: 'failed', reason: 'Crawling app stores is not part of this version yet; nothing was crawled.' });

export const JOB_TYPES: readonly JobType[] = [
  {
    name: 'admin_catalog_refresh',
    summary: 'crawls the categories of an app store',
    findProblems: findCatalogProblems,
    plan: (config) => planCrawl(config as CrawlConfig),
    run: crawlLater,
  },
  {
    name: 'customer_app_tracking',
    summary: 'checks the apps that projects track; of both stores without a platform',
    findProblems: () => [],
    plan: () => NOTHING,
    run: crawlLater,
  },
  {
    name: 'subscription_dispatch',
    summary: 'sends keywords that are due to be checked, of one project with `project_id`',
    findProblems: () => [],
    plan: () => NOTHING,
    run: dispatchSubscriptions,
  },
  {
    name: 'backlink_snapshots',
    summary: 'takes the weekly snapshot of the links to every tracked domain',
    findProblems: () => [],
    plan: () => NOTHING,
    run: takeSnapshots,
    // A week that passed would be known from the provider's history only.
    isMadeUpFor: true,
  },
];

/** The type of that name; for a custom one what every custom one is. */
export function getJobType(name: string): JobType {
  return JOB_TYPES.find((type) => type.name === name) ?? makeCustomType(name);
}

function makeCustomType(name: string): JobType {
  const known = JOB_TYPES.map((type) => type.name).join(', ');
  return {
    name,
    summary: 'a type of your own',
    findProblems: () => [],
    plan: () => NOTHING,
    run: async () => ({ status: 'failed', reason: `This version has no work for jobs of type ${name}; it has some for ${known}.` }),
  };
}

/** Types that crawl app stores: their runs make the history of crawls. */
export const CRAWL_TYPES = ['admin_catalog_refresh', 'customer_app_tracking'] as const;

function findCatalogProblems(config: JobConfig): FieldProblem[] {
  const problems = findCrawlProblems(config);
  if (config.platform === null || config.platform === undefined) problems.unshift({ path: 'platform', message: 'platform is required' });
  if (config.all_categories !== true && !config.category_ids?.length)
    problems.push({ path: 'category_ids', message: 'must name categories unless all_categories is true' });
  return problems;
}
