import { MINUTE_MS } from '#kernel/durations.ts';
import { endRun } from './end-run.ts';
import type { JobOutcome } from '#area/job-type.ts';
import type { JobsContext } from './start-due-jobs.ts';
import { listOpenJobRuns } from './store/runs.ts';
import type { WorkflowInstance } from '#workflows/types.ts';

const LOOKS_MAX = 500;
/** The workflow of a crawl by hand begins a moment after its run was written (`crawl-run`). */
const BEGINS_WITHIN_MS = MINUTE_MS;

/**
 * Ends runs whose workflow has ended without them: it was drained, purged, terminated, or given up
 * after too many deaths. Else their job could never run again.
 */
export async function settleLostRuns(ctx: JobsContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const { id, createdAt } of await listOpenJobRuns(ctx.postgres, LOOKS_MAX)) {
    const workflow = await ctx.workflows.find(id);
    if (workflow === undefined && Math.abs(now - createdAt.getTime()) < BEGINS_WITHIN_MS) continue;
    const outcome = toOutcome(workflow);
    if (outcome) await endRun(ctx, id, outcome);
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
