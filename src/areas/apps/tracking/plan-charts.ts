import type { Sql } from '#stores/postgres/types.ts';
import { findApps } from '../records/index.ts';
import { chartsOf, type AppChart } from './charts/app-charts.ts';
import { toStoreAppKey, type DueApp } from './tracked-app.ts';

/** Charts of one storefront that are read together. */
export interface ChartOrder extends Pick<DueApp, 'platform' | 'storefront'> {
  readonly charts: readonly AppChart[];
  /** They share the price. */
  readonly projectIds: readonly string[];
}

export interface ChartPlan {
  readonly orders: readonly ChartOrder[];
  /** The charts of each app, by its key. */
  readonly wanted: Readonly<Record<string, readonly AppChart[]>>;
  /** Keys of apps that the store has never had: nothing is known of them after they were read. */
  readonly unknown: readonly string[];
}

/** The charts that apps can stand on, each once; those that the same projects pay for together. */
export async function planCharts(sql: Sql, apps: readonly DueApp[]): Promise<ChartPlan> {
  const wanted: Record<string, readonly AppChart[]> = {};
  const orders: ChartOrder[] = [];
  const unknown: string[] = [];
  for (const market of Map.groupBy(apps, ({ platform, storefront }) => `${platform} ${storefront}`).values()) {
    const [first] = market;
    if (first === undefined) continue;
    const { platform, storefront } = first;
    const known = await findApps(sql, { platform, storefront, appIds: market.map(({ appId }) => appId) });
    const payers = new Map<string, { readonly chart: AppChart; readonly projectIds: Set<string> }>();
    for (const app of market) {
      const charts = toCharts(app, known);
      wanted[toStoreAppKey(app)] = charts;
      if (!known.has(app.appId)) unknown.push(toStoreAppKey(app));
      for (const chart of charts) {
        const payer = payers.get(toChartKey(chart)) ?? { chart, projectIds: new Set() };
        for (const projectId of app.projectIds) payer.projectIds.add(projectId);
        payers.set(toChartKey(chart), payer);
      }
    }
    orders.push(...toOrders({ platform, storefront }, [...payers.values()]));
  }
  return { orders, wanted, unknown };
}

export function toChartKey({ categoryId, chart }: AppChart): string {
  return `${categoryId} ${chart}`;
}

/** What is removed stands on no chart. */
function toCharts({ platform, appId }: DueApp, known: Awaited<ReturnType<typeof findApps>>): readonly AppChart[] {
  const app = known.get(appId);
  return app === undefined || app.status === 'removed' ? [] : chartsOf(platform, app);
}

function toOrders(
  market: Pick<ChartOrder, 'platform' | 'storefront'>,
  wanted: readonly { readonly chart: AppChart; readonly projectIds: ReadonlySet<string> }[],
): ChartOrder[] {
  // The pages of `store_a` cost nothing, so all that are wanted are read together.
  const toPayers = (ids: ReadonlySet<string>): string[] => (market.platform === 'store_a' ? [] : [...ids].toSorted());
  const groups = Map.groupBy(wanted, ({ projectIds }) => JSON.stringify(toPayers(projectIds)));
  return [...groups].map(([projectIds, some]) => ({
    ...market,
    charts: some.map(({ chart }) => chart),
    projectIds: JSON.parse(projectIds) as string[],
  }));
}
