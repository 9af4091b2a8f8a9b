import type { WorkflowContext } from '#context';
import type { StoppedOutput } from '#workflows/define.ts';
import type { WeeklySnapshotsOutput } from './weekly-snapshots.workflow.ts';
import { EMPTY_PLAN, type JobOutcome, type JobPlan, type JobType, type PlanContext } from '#area/job-type.ts';
import { sumUsd } from '#kernel/money.ts';
import { estimateLook } from '../links/look-for-changes.ts';
import { listLacking } from './list-lacking.ts';
import { HISTORY_WEEKS } from './weeks.ts';

/** Starts the weekly run of snapshots and ends as it ends. Single domains that failed do not fail it: the next run takes them. */
async function takeSnapshots(ctx: WorkflowContext): Promise<JobOutcome> {
  const [end] = await ctx.runAll('backlink-snapshots', [{ id: `${ctx.workflowId}-snapshots`, input: { source: 'cron' } }]);
  const { output } = end ?? {};
  if (output === undefined) return { status: 'failed', reason: end?.error ?? 'The run was terminated.' };
  if ('drained' in output) return { status: 'skipped', reason: 'drain_mode' };
  if (output.reason === 'credentials_missing') return { status: 'failed', reason: output.reason };
  if (output.skipped === true) return { status: 'skipped', reason: output.reason ?? 'budget_exceeded' };
  if (!isSummary(output)) return { status: 'completed' };
  const { domains, failed, failures } = output;
  if (failed > 0 && failed === domains) return { status: 'failed', reason: failures[0]?.reason ?? 'Every domain failed.' };
  return { status: 'completed' };
}

function isSummary(output: WeeklySnapshotsOutput | StoppedOutput): output is WeeklySnapshotsOutput {
  return 'year_week' in output;
}

/** What each domain lacks: a summary, its history, a look at what came and went. */
async function planSnapshots(ctx: PlanContext): Promise<JobPlan> {
  const domains = await listLacking(ctx);
  const calls = domains.flatMap(({ lacksThisWeek, weeksMissing, isLookDue, ...look }) => [
    ...(lacksThisWeek ? [{ calls: 1, costUsd: ctx.searchData.estimateLinkCallUsd('summary', 1) }] : []),
    ...(weeksMissing > 0 ? [{ calls: 1, costUsd: ctx.searchData.estimateLinkCallUsd('history', HISTORY_WEEKS) }] : []),
    ...(isLookDue ? [estimateLook(ctx, look)] : []),
  ]);
  const costUsd = sumUsd(calls.map((call) => call.costUsd));
  return { ...EMPTY_PLAN, estimate: { calls: calls.reduce((sum, call) => sum + call.calls, 0), costUsd } };
}

export const snapshotsJob: JobType = {
  name: 'backlink_snapshots',
  summary: 'takes the weekly snapshot of the links to every tracked domain, and looks for new and lost links',
  findProblems: () => [],
  plan: planSnapshots,
  run: takeSnapshots,
  // A week that passed would be known from the provider's history only.
  isMadeUpFor: true,
};
