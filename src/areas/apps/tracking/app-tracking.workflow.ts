import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toGroups } from '#kernel/lists.ts';
import type { WorkflowEnd } from '#workflows/define.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { SEARCHES_MAX, type KeywordSearchOutput } from '../keywords/app-keyword-search.workflow.ts';
import { listDueSearches, type DueSearch } from '../keywords/store/terms.ts';
import type { AppChartsOutput } from './charts/app-charts.workflow.ts';
import { findOutput } from './child-output.ts';
import { finishApps } from './finish-apps.ts';
import { planCharts, toChartKey, type ChartPlan } from './plan-charts.ts';
import { listDueApps } from './store/tracked-apps.ts';
import { toStoreAppKey, type DueApp } from './tracked-app.ts';

declare module '#context' {
  interface WorkflowTypes {
    'app-tracking': WorkflowType<z.input<typeof AppTrackingInput>, AppTrackingOutput>;
  }
}

/** Apps that one run reads; the others stay due. */
const APPS_MAX = 5_000;
const DUE_SEARCHES_MAX = 20_000;
const OVER_BUDGET = 'budget_exceeded';
const NOT_IN_STORE = 'the store has no app with this id';

const AppTrackingInput = z.object({
  platform: z.enum(PLATFORMS).optional(),
  /** Only this tracked app, and no searches: the first reading. */
  tracked_id: z.string().min(1).optional(),
  /** The `app-details` that reads it already. */
  details_workflow_id: z.string().min(1).optional(),
  /** The run that it and its children work for, and to which their calls are booked; itself when left out. */
  run_id: z.string().min(1).optional(),
});
type AppTrackingInput = z.infer<typeof AppTrackingInput>;

export interface AppTrackingOutput {
  readonly apps_due: number;
  readonly apps_read: number;
  readonly apps_failed: number;
  readonly charts_read: number;
  readonly charts_failed: number;
  readonly searches_due: number;
  readonly searches_failed: number;
  /** A budget had no room for some of it. */
  readonly is_over_budget: boolean;
  /** Why the first app or chart that failed did; null: none did. */
  readonly reason: string | null;
}

/**
 * Reads what is due of tracked apps: each app itself, the charts that it can stand on, and the store searches for
 * tracked terms. An app that could not be read stays due and keeps what was read before.
 */
export const appTracking = defineWorkflow({
  name: 'app-tracking',
  summary: 'Reads tracked apps that are due: select, plan, finish',
  input: AppTrackingInput,
  queue: GENERAL_TASKS,
  steps: ['select', 'plan', 'finish'],
  run: async (ctx, input): Promise<AppTrackingOutput> => {
    const runId = input.run_id ?? ctx.workflowId;
    const { apps, searches, dueAt } = await ctx.step('select', () => selectDue(ctx, input));
    const unread = await readApps(ctx, apps, { ...input, run_id: runId });
    const answered = apps.filter((app) => unread[toStoreAppKey(app)] === undefined);
    const plan = await ctx.step('plan', () => planCharts(ctx.postgres, answered));
    const failures = { ...unread, ...Object.fromEntries(plan.unknown.map((key) => [key, NOT_IN_STORE])) };
    const read = answered.filter((app) => failures[toStoreAppKey(app)] === undefined);
    const charts = await readCharts(ctx, plan, runId);
    const chartFailures = toChartFailures(plan, charts.failures);
    await ctx.step('finish', () => finishApps(ctx, { apps, dueAt, failures, chartFailures }));
    const searched = await searchTerms(ctx, searches, runId);
    const errors = [...Object.values(failures), ...charts.failures.values()];
    return {
      apps_due: apps.length,
      apps_read: read.length,
      apps_failed: apps.length - read.length,
      charts_read: charts.read,
      charts_failed: charts.failures.size,
      searches_due: searches.length,
      searches_failed: searched.failed,
      is_over_budget: searched.isOverBudget || errors.includes(OVER_BUDGET),
      reason: errors[0] ?? null,
    };
  },
});

interface Due {
  readonly apps: readonly DueApp[];
  readonly searches: readonly DueSearch[];
  readonly dueAt: string;
}

/** What is due now, the longest due first. */
export async function selectDue(
  { postgres, clock }: Pick<WorkflowContext, 'postgres' | 'clock'>,
  { platform, tracked_id: trackedId }: Pick<AppTrackingInput, 'platform' | 'tracked_id'>,
): Promise<Due> {
  const dueAt = clock.now();
  const apps = await listDueApps(postgres, { dueAt, platform, trackedId, limit: APPS_MAX });
  const searches = trackedId === undefined ? await listDueSearches(postgres, { dueAt, platform, limit: DUE_SEARCHES_MAX }) : [];
  return { apps, searches, dueAt: dueAt.toISOString() };
}

/** Why apps could not be read, by their keys. */
async function readApps(ctx: WorkflowContext, apps: readonly DueApp[], input: AppTrackingInput): Promise<Record<string, string>> {
  const children = apps.map(({ appId, platform, storefront, projectIds }, at) => ({
    id: input.details_workflow_id ?? `${ctx.workflowId}-app-${at + 1}`,
    // A day's reading is one even when the app was read late on the day before.
    input: { app_id: appId, platform, country: storefront, project_ids: [...projectIds], force: true, run_id: input.run_id },
  }));
  const ends = children.length === 0 ? [] : await ctx.runAll('app-details', children);
  return Object.fromEntries(
    apps.flatMap((app, at) => {
      const failure = toFailure(ends[at]);
      return failure === undefined ? [] : [[toStoreAppKey(app), failure]];
    }),
  );
}

/** Why a child did not do its work; undefined: it did. */
function toFailure(end: WorkflowEnd | undefined): string | undefined {
  if (end?.status !== 'completed') return end?.error ?? 'the reading was terminated';
  const { skipped, drained, reason } = (end.output ?? {}) as { readonly skipped?: true; readonly drained?: true; readonly reason?: string };
  if (drained === true) return 'drain_mode';
  return skipped === true ? (reason ?? OVER_BUDGET) : undefined;
}

/** How many charts were read, and why others were not, by the index of their order and their key. */
interface ReadCharts {
  readonly read: number;
  readonly failures: ReadonlyMap<string, string>;
}

async function readCharts(ctx: WorkflowContext, { orders }: ChartPlan, runId: string): Promise<ReadCharts> {
  const children = orders.map(({ platform, storefront, charts, projectIds }, at) => ({
    id: `${ctx.workflowId}-charts-${at + 1}`,
    input: {
      platform,
      storefront,
      charts: charts.map(({ categoryId, chart }) => ({ category_id: categoryId, chart })),
      project_ids: [...projectIds],
      run_id: runId,
    },
  }));
  const ends = children.length === 0 ? [] : await ctx.runAll('app-charts', children);
  const failures = new Map<string, string>();
  let read = 0;
  for (const [at, { platform, storefront, charts }] of orders.entries()) {
    const note = (key: string, error: string) => failures.set(`${platform} ${storefront} ${key}`, error);
    const output = findOutput<AppChartsOutput>(ends[at]);
    if (output === undefined) {
      for (const chart of charts) note(toChartKey(chart), toFailure(ends[at]) ?? 'not read');
      continue;
    }
    read += output.charts_read;
    for (const { category_id: categoryId, chart, error } of output.failures) note(toChartKey({ categoryId, chart }), error);
  }
  return { read, failures };
}

/** By the key of an app, which of its charts could not be read, and why. */
function toChartFailures({ wanted }: ChartPlan, failures: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([appKey, charts]) => {
      const market = appKey.split(' ').slice(0, 2).join(' ');
      const failed = charts.flatMap((chart) => {
        const error = failures.get(`${market} ${toChartKey(chart)}`);
        return error === undefined ? [] : [`chart ${toChartKey(chart)}: ${error}`];
      });
      return failed.length === 0 ? [] : [[appKey, failed.join('; ')]];
    }),
  );
}

/** Searches that the same projects wait for are made, and paid, together. */
async function searchTerms(
  ctx: WorkflowContext,
  searches: readonly DueSearch[],
  runId: string,
): Promise<{ readonly failed: number; readonly isOverBudget: boolean }> {
  const groups = [...Map.groupBy(searches, ({ projectIds }) => projectIds.join(' ')).values()].flatMap((group) =>
    toGroups(group, SEARCHES_MAX),
  );
  const children = groups.map((group, at) => ({
    id: `${ctx.workflowId}-searches-${at + 1}`,
    input: {
      searches: group.map(({ ownerId, languageCode, projectIds: _ids, ...search }) => ({
        ...search,
        owner_id: ownerId,
        language_code: languageCode,
      })),
      project_ids: group[0]?.projectIds ?? [],
      source: 'cron' as const,
      run_id: runId,
    },
  }));
  const ends = children.length === 0 ? [] : await ctx.runAll('app-keyword-search', children);
  const outputs = ends.map((end) => findOutput<KeywordSearchOutput>(end));
  const failed = outputs.map((output, at) => output?.searches_failed ?? groups[at]?.length ?? 0);
  const isOverBudget = outputs.some((output) => output?.is_over_budget === true);
  return { failed: failed.reduce((sum, count) => sum + count, 0), isOverBudget };
}
