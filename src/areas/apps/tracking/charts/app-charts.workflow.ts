import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { sumUsd } from '#kernel/money.ts';
import { fetchAppData, readAppData } from '../../bought/app-data.ts';
import { appInfoFetch } from '../../queues.ts';
import type { AppChart } from './app-charts.ts';
import { storeCharts, type ReadChart } from './store-chart.ts';

declare module '#context' {
  interface WorkflowTypes {
    'app-charts': WorkflowType<z.input<typeof AppChartsInput>, AppChartsOutput>;
  }
}

/** Positions that are bought of a chart; the pages of `store_a` show two hundred. */
const BOUGHT_DEPTH = 100;
const STORED_TOGETHER = 10;

const AppChartsInput = z.object({
  platform: z.enum(PLATFORMS),
  storefront: z.string().min(2),
  charts: z.array(z.object({ category_id: z.string().min(1), chart: z.string().min(1) })).min(1),
  /** They share the price. */
  project_ids: z.array(z.string().min(1)),
  /** The run that it works for; itself when left out. */
  run_id: z.string().min(1).optional(),
});
type AppChartsInput = z.infer<typeof AppChartsInput>;

/** What could not be read, and why; nothing is stored of it. */
interface ChartFailure {
  readonly category_id: string;
  readonly chart: string;
  readonly error: string;
}

export interface AppChartsOutput {
  readonly charts_read: number;
  readonly failures: readonly ChartFailure[];
  readonly cost_usd: number;
}

/** Reads the charts that tracked apps can stand on, and stores every position on them. */
export const appCharts = defineWorkflow({
  name: 'app-charts',
  summary: 'Reads charts of an app store for tracked apps: fetch, store, append',
  input: AppChartsInput,
  queue: appInfoFetch,
  steps: ['chart', 'append'],
  run: async (ctx, input): Promise<AppChartsOutput> => {
    const output = input.platform === 'store_a' ? await readPages(ctx, input) : await buyLists(ctx, input);
    await ctx.step('append', () => ctx.outbox.tryFlush());
    return output;
  },
});

/** The pages of `store_a`, one after the other; each has the free and the paid chart of its category. */
async function readPages(
  ctx: WorkflowContext,
  { storefront, charts, run_id: runId = ctx.workflowId }: AppChartsInput,
): Promise<AppChartsOutput> {
  const failures: ChartFailure[] = [];
  let read = 0;
  for (const [categoryId, wanted] of Map.groupBy(charts, ({ category_id: id }) => id)) {
    try {
      read += await ctx.step('chart', ({ signal }) => readPage(ctx, { storefront, categoryId, runId }, signal));
    } catch (error) {
      failures.push(...wanted.map((chart) => ({ ...chart, error: messageOf(error) })));
    }
  }
  return { charts_read: read, failures, cost_usd: 0 };
}

async function readPage(
  ctx: WorkflowContext,
  { storefront, categoryId, runId }: { readonly storefront: string; readonly categoryId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<number> {
  const scope = { source: 'workflow', workflowType: 'app-charts', runId } as const;
  const page = await ctx.appStore.fetchChart({ categoryId, chart: 'top-free', storefront }, { scope, signal });
  const charts = page.charts.map(({ ranks, ...chart }): ReadChart => ({
    ...chart,
    listed: ranks.map(({ rank, appId, lockup }) => ({ rank, appId, values: lockup ?? {} })),
  }));
  const now = ctx.clock.now();
  await ctx.postgres.transaction((tx) => storeCharts(ctx, tx, { platform: 'store_a', storefront }, { charts, now }));
  return charts.length;
}

/** The lists of `store_b`, bought together. */
async function buyLists(ctx: WorkflowContext, input: AppChartsInput): Promise<AppChartsOutput> {
  const { storefront, charts, project_ids: projectIds, run_id: runId = ctx.workflowId } = input;
  const wanted = charts.map(({ category_id: categoryId, chart }) => ({ categoryId, chart }));
  const scope = { source: 'workflow', runId, workflowType: 'app-charts', projectIds, key: 'charts' } as const;
  const ends = await fetchAppData(
    ctx,
    wanted.map((chart) => toListRequest(storefront, chart)),
    scope,
  );
  for (let from = 0; from < wanted.length; from += STORED_TOGETHER) {
    const to = from + STORED_TOGETHER;
    await ctx.step('chart', () => storeBought(ctx, storefront, wanted.slice(from, to), ends.slice(from, to)));
  }
  const failures = charts.flatMap((chart, at) =>
    ends[at]?.state === 'failed' ? [{ ...chart, error: ends[at]?.error ?? 'not read' }] : [],
  );
  return { charts_read: charts.length - failures.length, failures, cost_usd: sumUsd(ends.map(({ costUsd }) => costUsd)) };
}

/** The request of a chart of `store_b` to the provider. */
export function toListRequest(storefront: string, chart: AppChart) {
  return { kind: 'app_list', store: 'store_b', storefront, ...chart, depth: BOUGHT_DEPTH } as const;
}

type Ends = Awaited<ReturnType<typeof fetchAppData>>;

async function storeBought(ctx: WorkflowContext, storefront: string, wanted: readonly AppChart[], ends: Ends): Promise<number> {
  const answers = await readAppData(ctx, ends);
  const charts = wanted.flatMap((chart, at): ReadChart[] => {
    const answer = answers[at];
    if (answer?.kind !== 'app_list') return [];
    return [
      {
        ...chart,
        listUsd: ends[at]?.costUsd ?? 0,
        listed: answer.apps.map(({ rank, appId, url: _url, reviewsCount: _reviews, ...values }) => ({ rank, appId, values })),
      },
    ];
  });
  const now = ctx.clock.now();
  await ctx.postgres.transaction((tx) => storeCharts(ctx, tx, { platform: 'store_b', storefront }, { charts, now }));
  return charts.length;
}
