import type { WorkflowContext } from '#context';
import { EMPTY_PLAN, type JobConfig, type JobOutcome, type JobType } from '#area/job-type.ts';

/** What is read of the summary that a dispatch ends with. */
interface DispatchOutput {
  readonly skipped?: boolean;
  readonly drained?: boolean;
  readonly reason?: string | null;
}

/** Starts a dispatch of what is due and ends as it ends. */
async function dispatchSubscriptions(ctx: WorkflowContext, { project_id: projectId }: JobConfig): Promise<JobOutcome> {
  const input = { source: 'cron', ...(projectId ? { project_id: projectId } : {}) };
  const ids = await ctx.enqueueAll('subscription-dispatch', [{ id: `${ctx.workflowId}-dispatch`, input }]);
  const [end] = await ctx.waitForAll(ids);
  if (end?.status !== 'completed') return { status: 'failed', reason: end?.error ?? 'The dispatch was terminated.' };
  const output = (end.output ?? {}) as DispatchOutput;
  if (output.drained === true) return { status: 'skipped', reason: 'drain_mode' };
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
