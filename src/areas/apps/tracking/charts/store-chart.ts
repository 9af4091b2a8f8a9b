import type { AppContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';
import type { CategorySection } from '../../catalogue/category.ts';
import { queueIcons } from '../../icons/index.ts';
import { observeApp, storeApps, storeRankings, type GivenValues, type Market, type RankedList } from '../../records/index.ts';
import { findStoreCategory } from '../../store-categories.ts';
import type { AppChart } from './app-charts.ts';

/** A position, and what the list says of the app that stands there. */
export interface ListedApp {
  readonly rank: number;
  readonly appId: string;
  readonly values: GivenValues;
}

export interface ReadChart extends AppChart {
  readonly listed: readonly ListedApp[];
  /** What reading it cost in USD; it was free unless given. */
  readonly listUsd?: number;
}

/** Stores charts as they were read: the apps on them as the lists describe them, and their positions. */
export async function storeCharts(
  ctx: Pick<AppContext, 'outbox' | 'workflows' | 'clock'>,
  tx: Transaction,
  market: Market,
  { charts, now }: { readonly charts: readonly ReadChart[]; readonly now: Date },
): Promise<number> {
  const apps = charts.flatMap(({ listed }) => listed.map(({ appId, values }) => observeApp(appId, 'list', values)));
  await storeApps(tx, ctx, { ...market, apps, now });
  await queueIcons(ctx, tx, { ...market, appIds: [...new Set(apps.map(({ appId }) => appId))] });
  return await storeRankings(tx, ctx, { ...market, lists: charts.map((chart) => toList(market, chart)), now });
}

function toList({ platform }: Market, { categoryId, chart, listed, listUsd }: ReadChart): RankedList {
  const category = findStoreCategory(platform, categoryId);
  return {
    categoryId,
    chart,
    device: 'phone',
    categoryType: 'chart',
    categorySection: (category?.section ?? 'apps') as CategorySection,
    parentCategoryId: category?.parentId ?? null,
    shelfName: category?.name ?? categoryId,
    listUsd,
    ranks: listed.map(({ rank, appId }) => ({ rank, appId })),
  };
}
