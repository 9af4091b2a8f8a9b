import type { WorkflowContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { announceRun } from './announce-run.ts';
import type { RunStatus } from './research-run.ts';
import { failRun } from './store/runs.ts';

/** Ends a run whose work has failed; the reason stands in it. A run that has ended already stays as it is. */
export async function endFailed(
  ctx: WorkflowContext,
  { runId, from, error }: { readonly runId: string; readonly from: RunStatus; readonly error: unknown },
): Promise<void> {
  await ctx.step('fail', async () => {
    const isOurs = await failRun(ctx.postgres, runId, { from: [from], error: messageOf(error), now: ctx.clock.now() });
    if (isOurs) await announceRun(ctx, runId);
  });
}
