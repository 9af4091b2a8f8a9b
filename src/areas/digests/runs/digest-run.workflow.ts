import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { failRun, pruneRuns } from '../store/runs.ts';
import { digestQueue } from '../queues.ts';
import { sendRun } from './send-run.ts';

declare module '#context' {
  interface WorkflowTypes {
    'digest-run': WorkflowType<{ readonly run_id: string }>;
    'digest-runs-prune': WorkflowType<object>;
  }
}

const KEPT_MS = 400 * DAY_MS;

/** Makes the mails of a digest for one period. What is handed over and that it was is one transaction, so a crash sends nothing twice. */
export const digestRun = defineWorkflow({
  name: 'digest-run',
  summary: 'Sends a digest for one period',
  input: z.object({ run_id: z.string().min(1) }),
  queue: digestQueue,
  steps: ['send', 'fail'],
  idOf: (input) => input.run_id,
  run: async (ctx, { run_id: runId }): Promise<object> => {
    try {
      return await ctx.step('send', () => sendRun(ctx, runId));
    } catch (error) {
      await ctx.step('fail', () => failRun(ctx.postgres, runId, messageOf(error), ctx.clock.now()));
      throw error;
    }
  },
});

/** Every night: the newest run of each digest stays. */
export const digestRunsPrune = defineWorkflow({
  name: 'digest-runs-prune',
  summary: 'Removes what became of digests more than 400 days ago',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['prune'],
  run: async (ctx: WorkflowContext) => ({
    pruned: await ctx.step('prune', () => pruneRuns(ctx.postgres, new Date(ctx.clock.now().getTime() - KEPT_MS))),
  }),
});
