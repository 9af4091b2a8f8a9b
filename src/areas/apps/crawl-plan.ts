import type { FieldProblem } from '#kernel/errors.ts';
import type { Platform } from '#areas/assets/index.ts';
import { sumUsd } from '#kernel/money.ts';
import type { JobConfig, JobPlan, PlanContext } from '#area/job-type.ts';
import type { CrawlConfig } from './crawl-config.ts';
import { toAppMax, toCrawl } from './crawl/crawl.ts';
import { toListRequests } from './crawl/lists/read-bought-lists.ts';
import { findStoreCategory, listStoreCategories, type StoreCategory } from './store-categories.ts';

/** The shelf of similar apps on a product page. */
const SIMILAR_PER_APP = 10;
/** The provider takes some minutes for all tasks that are posted together; how long depends on its queue. */
const SECONDS_PER_TASK = 8;
const TASKS_AT_ONCE = 3;

/** The categories that a crawl works through. */
export function listCrawled({ platform, category_ids: ids }: Pick<CrawlConfig, 'platform' | 'category_ids'>): StoreCategory[] {
  if (!ids?.length) return listStoreCategories(platform);
  return [...new Set(ids)].flatMap((id) => findStoreCategory(platform, id) ?? toEditorial(platform, id) ?? []);
}

/** Numbers of genres are shorter. */
const EDITORIAL_ID = /^\d{5,20}$/u;

/** A hub, room or story by its number. What it is, and whether the catalogue knows it, is only seen when it is read. */
function toEditorial(platform: Platform, id: string): StoreCategory | undefined {
  if (platform !== 'store_a' || !EDITORIAL_ID.test(id)) return undefined;
  return { platform, id, parentId: null, section: 'apps', type: 'grouping', name: id };
}

/** What a crawl will read, and what that takes at most. At depth 2 the least: its end is unknown. */
export function planCrawl({ config: { appStore }, searchData }: Pick<PlanContext, 'config' | 'searchData'>, config: CrawlConfig): JobPlan {
  const crawl = toCrawl('plan', config);
  const categories = listCrawled(config);
  const isBought = crawl.platform === 'store_b';
  const lists = isBought ? categories.flatMap((category) => toListRequests(crawl, category)) : [];
  const listed = categories.length * toAppMax(crawl);
  const apps = crawl.relatedDepth > 0 ? listed * (1 + SIMILAR_PER_APP) : listed;
  const read = crawl.relatedDepth > 0 ? apps : 0;
  const calls = (isBought ? lists.length : categories.length) + read;
  const app = { kind: 'app_info', store: 'store_b', storefront: crawl.storefront, appId: 'any' } as const;
  const costs = [...lists.map((list) => searchData.estimateAppDataUsd(list)), isBought ? read * searchData.estimateAppDataUsd(app) : 0];
  return {
    categories,
    estimatedApps: apps,
    estimatedSeconds: isBought ? Math.ceil(calls / TASKS_AT_ONCE) * SECONDS_PER_TASK : Math.ceil(calls * appStore.delaySeconds),
    estimate: { calls, costUsd: sumUsd(costs) },
  };
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
    if (!findStoreCategory(platform, String(id)) && toEditorial(platform, String(id)) === undefined)
      problems.push({ path: `category_ids[${at}]`, message: `must be a category of ${platform}` });
  }
  return problems;
}
