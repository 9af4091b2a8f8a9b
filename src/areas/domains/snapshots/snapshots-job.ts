import type { WorkflowContext } from '#context';
import type { StoppedOutput } from '#workflows/define.ts';
import type { WeeklySnapshotsOutput } from './weekly-snapshots.workflow.ts';
import { EMPTY_PLAN, type JobOutcome, type JobPlan, type JobType, type PlanContext } from '#area/job-type.ts';
import { roundUsd } from '#kernel/money.ts';
import { listPastWeeks, toWeek } from './weeks.ts';
import { DOMAINS_MAX } from './weekly-snapshots.workflow.ts';
import { listDomainsLacking } from './store/tracked-domains.ts';

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

/** A summary of each domain that lacks something, and its history. */
async function planSnapshots({ postgres, clock, searchData }: PlanContext): Promise<JobPlan> {
  const yearWeek = toWeek(clock.now());
  const weeks = listPastWeeks(yearWeek);
  const domains = await listDomainsLacking(postgres, { weeks: [...weeks, yearWeek], limit: DOMAINS_MAX });
  const each = searchData.estimateLinkCallUsd('summary', 1) + searchData.estimateLinkCallUsd('history', weeks.length);
  return { ...EMPTY_PLAN, estimate: { calls: 2 * domains.length, costUsd: roundUsd(each * domains.length) } };
}

export const snapshotsJob: JobType = {
  name: 'backlink_snapshots',
  summary: 'takes the weekly snapshot of the links to every tracked domain',
  findProblems: () => [],
  plan: planSnapshots,
  run: takeSnapshots,
  // A week that passed would be known from the provider's history only.
  isMadeUpFor: true,
};
