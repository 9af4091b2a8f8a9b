import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { findApps } from '../records/index.ts';
import { toListRequest } from './charts/app-charts.workflow.ts';
import { chartsOf, rootOf, type AppChart } from './charts/app-charts.ts';
import { toChartKey } from './plan-charts.ts';
import type { TrackedApp } from './tracked-app.ts';

export interface ReadingEstimate {
  readonly calls: number;
  readonly costUsd: number;
}

type AppOfStore = Pick<TrackedApp, 'platform' | 'storefront' | 'appId'>;

/**
 * What one reading of apps costs: the record of each, and the charts that they can stand on, each once. Pages of `store_a` cost
 * nothing; of an app that was never read one category is assumed.
 */
export async function estimateReadings(
  ctx: Pick<AppContext, 'postgres' | 'searchData'>,
  apps: readonly AppOfStore[],
): Promise<ReadingEstimate> {
  const markets = Map.groupBy(apps, ({ platform, storefront }) => `${platform} ${storefront}`);
  const estimates = await Promise.all([...markets.values()].map((market) => estimateMarket(ctx, market)));
  return { calls: estimates.reduce((sum, { calls }) => sum + calls, 0), costUsd: sumUsd(estimates.map(({ costUsd }) => costUsd)) };
}

async function estimateMarket(ctx: Pick<AppContext, 'postgres' | 'searchData'>, apps: readonly AppOfStore[]): Promise<ReadingEstimate> {
  const [first] = apps;
  if (first === undefined) return { calls: 0, costUsd: 0 };
  const { platform, storefront } = first;
  const known = await findApps(ctx.postgres, { platform, storefront, appIds: apps.map(({ appId }) => appId) });
  const charts = new Map<string, AppChart>();
  for (const { appId } of apps) {
    const app = known.get(appId);
    const own = app?.fetchedAt === null || app === undefined ? assumedCharts(platform) : chartsOf(platform, app);
    for (const chart of own) charts.set(toChartKey(chart), chart);
  }
  // A page with similar apps, and a lookup.
  if (platform === 'store_a') return { calls: 2 * apps.length + charts.size, costUsd: 0 };
  const infos = apps.map(({ appId }) => ctx.searchData.estimateAppDataUsd({ kind: 'app_info', store: platform, storefront, appId }));
  const lists = [...charts.values()].map((chart) => ctx.searchData.estimateAppDataUsd(toListRequest(storefront, chart)));
  return { calls: apps.length + charts.size, costUsd: sumUsd([...infos, ...lists]) };
}

function assumedCharts(platform: TrackedApp['platform']): AppChart[] {
  const [whole] = chartsOf(platform, { primaryCategory: null, categories: [], isFree: null });
  return whole === undefined ? [] : [whole, { ...whole, categoryId: rootOf(platform) }];
}
