import { EMPTY_PLAN, type JobConfig, type JobOutcome, type JobPlan, type JobType, type PlanContext } from '#area/job-type.ts';
import type { WorkflowContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { toSearchRequest } from '../keywords/app-keyword-search.workflow.ts';
import { selectDue, type AppTrackingOutput } from './app-tracking.workflow.ts';
import { estimateReadings } from './estimate-reading.ts';
import { findOutput } from './child-output.ts';

/** Starts a reading of what is due and ends as it ends: failed when nothing that was due could be read. */
async function trackApps(ctx: WorkflowContext, { platform }: JobConfig): Promise<JobOutcome> {
  const input = { platform: platform ?? undefined, run_id: ctx.workflowId };
  const [end] = await ctx.runAll('app-tracking', [{ id: `${ctx.workflowId}-tracking`, input }]);
  const output = findOutput<AppTrackingOutput>(end);
  if (output === undefined) {
    if (end?.output !== undefined) return { status: 'skipped', reason: 'drained' in end.output ? 'drain_mode' : 'budget_exceeded' };
    return { status: 'failed', reason: end?.error ?? 'The reading was terminated.' };
  }
  const due = output.apps_due + output.searches_due;
  const failed = output.apps_failed + output.searches_failed;
  if (due === 0 || failed < due) return { status: 'completed' };
  if (output.is_over_budget) return { status: 'skipped', reason: 'budget_exceeded' };
  return { status: 'failed', reason: 'Nothing of what was due could be read; it stays due, and tracked apps say why.' };
}

/** What is due now: each app, the charts that it can stand on, and each search. */
async function planTracking(ctx: PlanContext, { platform }: JobConfig): Promise<JobPlan> {
  const { apps, searches } = await selectDue(ctx, { platform: platform ?? undefined });
  const readings = await estimateReadings(ctx, apps);
  const costs = searches.map((search) => ctx.searchData.estimateAppDataUsd(toSearchRequest(search)));
  return {
    ...EMPTY_PLAN,
    estimatedApps: apps.length,
    estimate: { calls: readings.calls + searches.length, costUsd: sumUsd([readings.costUsd, ...costs]) },
  };
}

export const trackingJob: JobType = {
  name: 'customer_app_tracking',
  summary: 'reads the apps and terms that projects track; of both stores without a platform',
  findProblems: () => [],
  plan: planTracking,
  run: trackApps,
  isCrawl: true,
};
