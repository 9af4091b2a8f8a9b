import type { Sql } from '#stores/postgres/types.ts';
import { listCrawledCategories, type CrawledCategory } from './store/categories.ts';
import { findCrawlState, type CrawlState } from './store/crawls.ts';
import { countSeen, listFailedApps } from './store/seen-apps.ts';

const FAILED_APPS_MAX = 100;

/** How far a crawl is. */
export interface CrawlProgress extends CrawlState {
  /** Seen and not read yet. */
  readonly appsPending: number;
  readonly categories: readonly CrawledCategory[];
  /** The first of them. */
  readonly failedApps: readonly { readonly appId: string; readonly error: string | null }[];
}

/** Undefined until the crawl has begun. */
export async function findCrawlProgress(sql: Sql, runId: string): Promise<CrawlProgress | undefined> {
  const [state, categories, seen, failedApps] = await Promise.all([
    findCrawlState(sql, runId),
    listCrawledCategories(sql, runId),
    countSeen(sql, runId),
    listFailedApps(sql, runId, FAILED_APPS_MAX),
  ]);
  return state && { ...state, categories, appsPending: seen.pending, failedApps };
}
