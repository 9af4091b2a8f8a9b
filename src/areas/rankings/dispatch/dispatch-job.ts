import type { WorkflowContext } from '#context';
import { EMPTY_PLAN, type JobConfig, type JobOutcome, type JobType } from '#area/job-type.ts';

/** Starts a dispatch of what is due and ends as it ends. */
async function dispatchSubscriptions(ctx: WorkflowContext, { project_id: projectId }: JobConfig): Promise<JobOutcome> {
  const input = { source: 'cron' as const, ...(projectId ? { project_id: projectId } : {}) };
  const [end] = await ctx.runAll('subscription-dispatch', [{ id: `${ctx.workflowId}-dispatch`, input }]);
  const { output } = end ?? {};
  if (output === undefined) return { status: 'failed', reason: end?.error ?? 'The dispatch was terminated.' };
  if ('drained' in output) return { status: 'skipped', reason: 'drain_mode' };
  if (!('reason' in output)) return { status: 'completed' };
  if (output.skipped === true) return { status: 'skipped', reason: output.reason ?? 'budget_exceeded' };
  return output.reason === 'credentials_missing' ? { status: 'failed', reason: output.reason } : { status: 'completed' };
}

export const dispatchJob: JobType = {
  name: 'subscription_dispatch',
  summary: 'sends keywords that are due to be checked, of one project with `project_id`',
  findProblems: () => [],
  plan: () => EMPTY_PLAN,
  run: dispatchSubscriptions,
};
