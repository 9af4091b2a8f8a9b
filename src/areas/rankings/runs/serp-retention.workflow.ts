import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { deleteOldEvidence, dropOldDetails, dropOldRuns, dropOldSegments, makePartitionsAhead } from './apply-retention.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-retention': WorkflowType<object>;
  }
}

/** Every night: makes the partitions that will be needed, removes what is no longer kept. */
export const serpRetention = defineWorkflow({
  name: 'serp-retention',
  summary: 'Makes partitions of runs ahead, and removes runs and answers that are kept no longer',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['makePartitionsAhead', 'dropOldRuns', 'deleteOldEvidence', 'dropOldSegments'],
  run: async (ctx) => {
    await ctx.step('makePartitionsAhead', () => makePartitionsAhead(ctx));
    const dropped = await ctx.step('dropOldRuns', () => dropOldRuns(ctx));
    const deleted = await ctx.step('deleteOldEvidence', () => deleteOldEvidence(ctx));
    await ctx.step('dropOldSegments', async () => {
      await dropOldSegments(ctx);
      await dropOldDetails(ctx);
    });
    return { dropped, deleted };
  },
});
