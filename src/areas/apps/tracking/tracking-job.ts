import { EMPTY_PLAN, type JobConfig, type JobOutcome, type JobType } from '#area/job-type.ts';
import type { WorkflowContext } from '#context';
import type { AppTrackingOutput } from './app-tracking.workflow.ts';
import { findOutput } from './child-output.ts';

/** Starts a reading of what is due and ends as it ends: failed when nothing that was due could be read. */
async function trackApps(ctx: WorkflowContext, { platform }: JobConfig): Promise<JobOutcome> {
  const input = platform === null || platform === undefined ? {} : { platform };
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

export const trackingJob: JobType = {
  name: 'customer_app_tracking',
  summary: 'reads the apps and terms that projects track; of both stores without a platform',
  findProblems: () => [],
  plan: () => EMPTY_PLAN,
  run: trackApps,
  isCrawl: true,
};
