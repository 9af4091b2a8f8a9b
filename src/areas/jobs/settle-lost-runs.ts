import { endRun } from './end-run.ts';
import type { JobOutcome } from '#area/job-type.ts';
import type { JobsContext } from './start-due-jobs.ts';
import { listOpenRunIds } from './store/runs.ts';
import type { WorkflowInstance } from '#workflows/types.ts';

const LOOKS_MAX = 500;

/**
 * Ends runs whose workflow has ended without them: it was drained, purged, terminated, or given up
 * after too many deaths. Else their job could never run again.
 */
export async function settleLostRuns(ctx: JobsContext): Promise<void> {
  for (const runId of await listOpenRunIds(ctx.postgres, LOOKS_MAX)) {
    const outcome = toOutcome(await ctx.workflows.find(runId));
    if (outcome) await endRun(ctx, runId, outcome);
  }
}

function toOutcome(workflow: WorkflowInstance | undefined): JobOutcome | undefined {
  switch (workflow?.status) {
    case 'queued':
    case 'running':
    case 'paused':
      return undefined;
    case 'terminated':
      return { status: 'failed', reason: 'The run was terminated.' };
    case 'failed':
      return { status: 'failed', reason: workflow.error ?? 'The run failed.' };
    case 'completed':
      return { status: 'skipped', reason: 'drain_mode' };
    case undefined:
      return { status: 'failed', reason: 'The workflow of the run is gone.' };
  }
}
