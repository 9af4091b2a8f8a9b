import type { WorkflowContext } from '#context';
import { EMPTY_PLAN, type JobOutcome, type JobType } from '#area/job-type.ts';

/** What is read of the summary that a weekly run ends with. */
interface SnapshotsOutput {
  readonly domains?: number;
  readonly failed?: number;
  readonly failures?: readonly { readonly domain: string; readonly reason: string }[];
  readonly skipped?: boolean;
  readonly drained?: boolean;
  readonly reason?: string | null;
}

/** Starts the weekly run of snapshots and ends as it ends. Single domains that failed do not fail it: the next run takes them. */
async function takeSnapshots(ctx: WorkflowContext): Promise<JobOutcome> {
  const ids = await ctx.enqueueAll('backlink-snapshots', [{ id: `${ctx.workflowId}-snapshots`, input: { source: 'cron' } }]);
  const [end] = await ctx.waitForAll(ids);
  if (end?.status !== 'completed') return { status: 'failed', reason: end?.error ?? 'The run was terminated.' };
  const output = (end.output ?? {}) as SnapshotsOutput;
  if (output.drained === true) return { status: 'skipped', reason: 'drain_mode' };
  if (output.reason === 'credentials_missing') return { status: 'failed', reason: output.reason };
  if (output.skipped === true) return { status: 'skipped', reason: output.reason ?? 'budget_exceeded' };
  const { domains = 0, failed = 0, failures = [] } = output;
  if (failed > 0 && failed === domains) return { status: 'failed', reason: failures[0]?.reason ?? 'Every domain failed.' };
  return { status: 'completed' };
}

export const snapshotsJob: JobType = {
  name: 'backlink_snapshots',
  summary: 'takes the weekly snapshot of the links to every tracked domain',
  findProblems: () => [],
  plan: () => EMPTY_PLAN,
  run: takeSnapshots,
  // A week that passed would be known from the provider's history only.
  isMadeUpFor: true,
};
