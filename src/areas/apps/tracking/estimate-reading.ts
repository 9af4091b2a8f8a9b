import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { findApps } from '../records/index.ts';
import { toListRequest } from './charts/app-charts.workflow.ts';
import { chartsOf, rootOf, type AppChart } from './charts/app-charts.ts';
import type { TrackedApp } from './tracked-app.ts';

/**
 * What one reading of an app costs: its record and the charts that it can stand on. Pages of `store_a` cost nothing;
 * of an app that was never read one category is assumed.
 */
export async function estimateReading(
  ctx: Pick<AppContext, 'postgres' | 'searchData'>,
  { platform, storefront, appId }: Pick<TrackedApp, 'platform' | 'storefront' | 'appId'>,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const known = (await findApps(ctx.postgres, { platform, storefront, appIds: [appId] })).get(appId);
  const charts = known?.fetchedAt === null || known === undefined ? assumedCharts(platform) : chartsOf(platform, known);
  // A page with similar apps, and a lookup.
  if (platform === 'store_a') return { calls: 2 + charts.length, costUsd: 0 };
  const info = ctx.searchData.estimateAppDataUsd({ kind: 'app_info', store: platform, storefront, appId });
  const lists = charts.map((chart) => ctx.searchData.estimateAppDataUsd(toListRequest(storefront, chart)));
  return { calls: 1 + charts.length, costUsd: sumUsd([info, ...lists]) };
}

function assumedCharts(platform: TrackedApp['platform']): AppChart[] {
  const [whole] = chartsOf(platform, { primaryCategory: null, categories: [], isFree: null });
  return whole === undefined ? [] : [whole, { ...whole, categoryId: rootOf(platform) }];
}
