import type { AppContext } from '#context';
import type { JobOutcome } from '#area/job-type.ts';
import { deleteOpenItems, failOpenItems } from './store/items.ts';
import { endRunRow } from './store/runs.ts';

/**
 * Ends a run and what is left of its queue: items of a failed run fail for the same reason, those of
 * a skipped one leave the queue. Ending twice is the same as once.
 */
export async function endRun(ctx: Pick<AppContext, 'postgres' | 'clock' | 'jobTypes'>, runId: string, outcome: JobOutcome): Promise<void> {
  const now = ctx.clock.now();
  await ctx.postgres.transaction(async (tx) => {
    if (outcome.status === 'failed') await failOpenItems(tx, runId, outcome.reason ?? 'The run failed.', now);
    else await deleteOpenItems(tx, runId);
    for (const type of ctx.jobTypes.list) await type.onEnd?.(tx, { runId, outcome, now });
    await endRunRow(tx, runId, outcome, now);
  });
}
