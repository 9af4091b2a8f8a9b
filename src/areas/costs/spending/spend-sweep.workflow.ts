import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { sweepLostSpends } from './sweep-lost-spends.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'spend-sweep': WorkflowType<object>;
  }
}

/** Every minute: what did the calls cost whose answer was lost? */
export const spendSweep = defineWorkflow({
  name: 'spend-sweep',
  summary: "Settles calls whose price is not known, from the provider's record",
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['settleLostSpends'],
  run: async (ctx) => await ctx.step('settleLostSpends', async () => await sweepLostSpends(ctx, { unknownAfterMs: ctx.doubtMs })),
});
