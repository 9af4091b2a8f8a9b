import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { BudgetExceededError, messageOf } from '#kernel/errors.ts';
import { addDrainedMark } from '#workflows/dbos/write/marks.ts';
import { readDrainMode } from '#workflows/queues/drain.ts';
import { endRun } from './end-run.ts';
import type { JobConfig, JobOutcome } from '#area/job-type.ts';
import { beginRunRow, pruneRuns } from './store/runs.ts';
import { jobRuns } from './queues.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'job-run': WorkflowType<{ readonly run_id: string }>;
    'job-runs-prune': WorkflowType<object>;
  }
}

/** How long a run is kept: as long as counters of runs. */
const KEPT_MS = 90 * DAY_MS;

/** Does one run of a job: queued, running, then completed, failed or skipped. */
export const jobRun = defineWorkflow({
  name: 'job-run',
  summary: 'Does the work of one run of a job',
  input: z.object({ run_id: z.string().min(1) }),
  queue: jobRuns,
  steps: ['begin', 'end'],
  idOf: (input) => input.run_id,
  run: async (ctx, { run_id: runId }): Promise<object> => {
    const run = await ctx.step('begin', () => beginRun(ctx, runId));
    // Sent again from the dead letters: what has ended stays ended.
    if (run === null) return { run_id: runId, skipped: true, reason: 'ended_before' };
    const outcome = run.isDrained ? DRAINED : await workOrFail(ctx, { ...run, runId });
    await ctx.step('end', () => endRun(ctx, runId, outcome));
    return { run_id: runId, ...outcome };
  },
});

const DRAINED: JobOutcome = { status: 'skipped', reason: 'drain_mode' };

interface BegunRun {
  readonly type: string;
  readonly config: JobConfig;
  readonly isDrained: boolean;
}

/** The engine drains what it takes off a queue, but knows of a change of mode a second late only. */
async function beginRun({ postgres, clock, workflowId }: WorkflowContext, runId: string): Promise<BegunRun | null> {
  const isDrained = await readDrainMode(postgres);
  if (isDrained) await addDrainedMark(postgres, workflowId);
  const run = await beginRunRow(postgres, runId, clock.now());
  return run ? { type: run.type, config: run.config, isDrained } : null;
}

/** A run whose work throws fails and says why; a spent budget is a result. */
async function workOrFail(ctx: WorkflowContext, { runId, type, config }: BegunRun & { readonly runId: string }): Promise<JobOutcome> {
  try {
    return await ctx.jobTypes.get(type).run(ctx, config);
  } catch (error) {
    if (error instanceof BudgetExceededError) return { status: 'skipped', reason: 'budget_exceeded' };
    await ctx.step('end', () => endRun(ctx, runId, { status: 'failed', reason: messageOf(error) }));
    throw error;
  }
}

/** Every night: removes old runs. The newest of each job stays. */
export const jobRunsPrune = defineWorkflow({
  name: 'job-runs-prune',
  summary: 'Removes runs of jobs that ended more than 90 days ago',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['prune'],
  run: async (ctx) => ({
    pruned: await ctx.step('prune', () => pruneRuns(ctx.postgres, new Date(ctx.clock.now().getTime() - KEPT_MS))),
  }),
});
