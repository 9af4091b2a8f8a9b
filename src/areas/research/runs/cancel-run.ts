import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { isOpen } from '#workflows/types.ts';
import { announceRun } from './announce-run.ts';
import { getResearchRun } from './get-run.ts';
import type { RunStatus } from './research-run.ts';
import type { RunRecord } from './run-record.ts';
import { failRun } from './store/runs.ts';

export type CancelContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'live'>;

export const CANCELLED = 'cancelled';
const CAN_BE_CANCELLED: readonly RunStatus[] = ['queued', 'awaiting_category_confirmation', 'harvesting_keywords'];

/**
 * Ends a run and the work on it; what it has found stays readable. A cancelled run is answered as it is.
 * @throws AppError `Run not found`; 409 with the state of a run that has ended in another way
 */
export async function cancelRun(ctx: CancelContext, runId: string): Promise<RunRecord> {
  await getResearchRun(ctx, runId);
  const isOurs = await failRun(ctx.postgres, runId, { from: CAN_BE_CANCELLED, error: CANCELLED, now: ctx.clock.now() });
  const run = await getResearchRun(ctx, runId);
  if (run.error !== CANCELLED) {
    const { status } = run;
    throw new AppError('conflict', 'Run has ended', { message: `The run is ${status}.`, details: { run_id: runId, status } });
  }
  // Also after a crash between the two, or a first request that failed here.
  for (const id of [run.workflowId, run.harvestWorkflowId]) if (id !== null) await terminate(ctx, id);
  if (isOurs) await announceRun(ctx, runId);
  return run;
}

/** A workflow may end by itself meanwhile. */
async function terminate({ workflows }: CancelContext, workflowId: string): Promise<void> {
  if (!isOpen((await workflows.find(workflowId))?.status)) return;
  try {
    await workflows.terminate(workflowId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  }
}
