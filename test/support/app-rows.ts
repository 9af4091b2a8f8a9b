import { syncCategories, type ObservedCategory } from '../../src/areas/apps/catalogue/index.ts';
import {
  markRemoved,
  storeApps,
  storeRankings,
  storeRecommendations,
  type Market,
  type ObservedApp,
  type RankedList,
} from '../../src/areas/apps/records/index.ts';
import type { TestStores } from './index.ts';

/** When a crawl of a day reads. */
export const toInstant = (day: string): Date => new Date(`${day}T10:00:00Z`);

/** Writes as a crawl would. */
export function makeAppWriter({ postgres, outbox }: TestStores) {
  const ctx = { outbox };
  return {
    apps: (market: Market, apps: readonly ObservedApp[], day: string) =>
      postgres.transaction((tx) => storeApps(tx, ctx, { ...market, apps, now: toInstant(day) })),
    ranks: (market: Market, lists: readonly RankedList[], day: string) =>
      postgres.transaction((tx) => storeRankings(tx, ctx, { ...market, lists, now: toInstant(day) })),
    similar: (market: Market, sourceAppId: string, appIds: readonly string[], day: string) =>
      postgres.transaction((tx) => storeRecommendations(tx, { ...market, lists: [{ sourceAppId, appIds }], now: toInstant(day) })),
    remove: (market: Market, appId: string, day: string) =>
      postgres.transaction((tx) => markRemoved(tx, { ...market, appIds: [appId], now: toInstant(day) })),
    sync: (market: Market, categories: readonly ObservedCategory[], day: string) =>
      postgres.transaction((tx) => syncCategories(tx, { ...market, device: 'phone', categories, now: toInstant(day) })),
    scraped: (market: Market, readIds: readonly string[], day: string) =>
      postgres.transaction((tx) => syncCategories(tx, { ...market, device: 'phone', categories: [], readIds, now: toInstant(day) })),
  };
}

/** A list with these apps in this order. */
export function makeList(categoryId: string, appIds: readonly string[], other: Partial<RankedList> = {}): RankedList {
  return {
    categoryId,
    chart: 'top-free',
    device: 'phone',
    categoryType: 'chart',
    categorySection: 'apps',
    parentCategoryId: categoryId === '36' ? null : '36',
    ranks: appIds.map((appId, index) => ({ appId, rank: index + 1 })),
    ...other,
  };
}
