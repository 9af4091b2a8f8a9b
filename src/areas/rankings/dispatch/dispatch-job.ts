import type { WorkflowContext } from '#context';
import { EMPTY_PLAN, type JobConfig, type JobOutcome, type JobType, type PlanContext } from '#area/job-type.ts';
import { CHECKS_MAX, estimateDispatch } from './dispatch-checks.ts';

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

async function planDispatchJob(ctx: PlanContext, { project_id: projectId }: JobConfig) {
  const { calls, cost_usd: costUsd } = await estimateDispatch(ctx, { projectId: projectId ?? undefined, limit: CHECKS_MAX });
  return { ...EMPTY_PLAN, estimate: { calls, costUsd } };
}

export const dispatchJob: JobType = {
  name: 'subscription_dispatch',
  summary: 'sends keywords that are due to be checked, of one project with `project_id`',
  findProblems: () => [],
  plan: planDispatchJob,
  run: dispatchSubscriptions,
};
