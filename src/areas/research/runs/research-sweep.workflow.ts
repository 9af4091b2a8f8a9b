import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { isOpen } from '#workflows/types.ts';
import { researchSweepQueue } from '../queues.ts';
import { announceRun } from './announce-run.ts';
import { expireRuns, failRun, listOpenResearchRuns } from './store/runs.ts';

declare module '#context' {
  interface WorkflowTypes {
    'research-sweep': WorkflowType<z.input<typeof Input>, SweepEnd>;
  }
}

export const RESEARCH_SWEEP = 'research-sweep';

const Input = z.object({});

interface SweepEnd {
  readonly expired: number;
  readonly lost: number;
}

const CONFIRM_DAYS = 30;
const DAY_MS = 86_400_000;
const BATCH_ROWS = 500;

/** Ends runs that were not confirmed for 30 days, and runs whose workflow was ended from outside: by hand, or in drain mode. */
export const researchSweep = defineWorkflow({
  name: RESEARCH_SWEEP,
  summary: 'ends research runs that wait too long or whose work has stopped',
  input: Input,
  queue: researchSweepQueue,
  steps: ['expire', 'endLost'],
  run: async (ctx): Promise<SweepEnd> => {
    const expired = await ctx.step('expire', () => expireUnconfirmed(ctx));
    const lost = await ctx.step('endLost', () => endLost(ctx));
    return { expired, lost };
  },
});

async function expireUnconfirmed(ctx: WorkflowContext): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - CONFIRM_DAYS * DAY_MS);
  const ids = await expireRuns(ctx.postgres, { before, error: `It was not confirmed within ${CONFIRM_DAYS} days`, now });
  for (const id of ids) await announceRun(ctx, id);
  return ids.length;
}

async function endLost(ctx: WorkflowContext): Promise<number> {
  let ended = 0;
  for (let after = ''; ;) {
    const runs = await listOpenResearchRuns(ctx.postgres, after, BATCH_ROWS);
    const last = runs.at(-1);
    if (last === undefined) return ended;
    const workflows = await ctx.workflows.findStatuses(
      ctx.postgres,
      runs.map(({ workflowId }) => workflowId),
    );
    for (const { id, status, workflowId } of runs) {
      const workflow = workflows.get(workflowId);
      if (isOpen(workflow)) continue;
      // The state has to be the one that was seen: a workflow ends right after it has changed it.
      const error = `Its workflow ${workflowId} has ended without a result (${workflow ?? 'it is gone'})`;
      if (!(await failRun(ctx.postgres, id, { from: [status], error, now: ctx.clock.now() }))) continue;
      await announceRun(ctx, id);
      ended += 1;
    }
    after = last.id;
  }
}
