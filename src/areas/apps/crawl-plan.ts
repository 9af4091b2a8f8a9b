import type { FieldProblem } from '#kernel/errors.ts';
import type { JobConfig, JobPlan } from '#area/job-type.ts';
import type { CrawlConfig } from './crawl-config.ts';
import { findStoreCategory, listStoreCategories, type StoreCategory } from './store-categories.ts';

export const CRAWL_LIMIT_MAX = 200;
/** Apps that one page of a category lists. */
export const APPS_PER_LISTING = 30;
/** The shelf of similar apps on a product page. */
const SIMILAR_PER_APP = 10;
/** Between two requests, and how many are under way: pages of `store_a` are read one after another. */
const DELAY_SECONDS = { store_a: 4, store_b: 8 } as const;
const REQUESTS_AT_ONCE = { store_a: 1, store_b: 3 } as const;
/** Pages of `store_a` are read for nothing; `store_b` is asked of the provider. */
const PRICES_USD = { store_a: { listing: 0, app: 0 }, store_b: { listing: 0.02, app: 0.01 } } as const;

/** What a crawl will read, and what that takes. At depth 2 the least: its end is unknown. */
export function planCrawl(config: CrawlConfig): JobPlan {
  const { platform } = config;
  const categories = listCategories(config);
  const charts = platform === 'store_b' ? Math.max(1, new Set(config.chart_types ?? []).size) : 1;
  const listings = categories.length * charts;
  const listed = categories.length * Math.min(config.limit ?? CRAWL_LIMIT_MAX, charts * APPS_PER_LISTING);
  const isDeep = (config.related_app_depth ?? 0) > 0;
  const apps = isDeep ? listed * (1 + SIMILAR_PER_APP) : listed;
  const calls = listings + (isDeep ? apps : 0);
  const price = PRICES_USD[platform];
  return {
    categories,
    estimatedApps: apps,
    estimatedSeconds: Math.ceil(calls / REQUESTS_AT_ONCE[platform]) * DELAY_SECONDS[platform],
    estimate: { calls, costUsd: listings * price.listing + (isDeep ? apps * price.app : 0) },
  };
}

/** The named ones; all of the store where none is named. */
function listCategories({ platform, category_ids: ids }: CrawlConfig): StoreCategory[] {
  if (!ids?.length) return listStoreCategories(platform);
  return [...new Set(ids)].flatMap((id) => findStoreCategory(platform, id) ?? []);
}

/**
 * What does not go together. Looks only at what is of the right type, so that it can be asked beside
 * the checks of the single fields.
 */
export function findCrawlProblems({ platform, chart_types: charts, category_ids: ids }: JobConfig): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (platform === 'store_a' && Array.isArray(charts) && charts.length > 0)
    problems.push({ path: 'chart_types', message: 'must be left out with store_a' });
  if ((platform !== 'store_a' && platform !== 'store_b') || !Array.isArray(ids)) return problems;
  for (const [at, id] of ids.entries()) {
    if (!findStoreCategory(platform, String(id)))
      problems.push({ path: `category_ids[${at}]`, message: `must be a category of ${platform}` });
  }
  return problems;
}
