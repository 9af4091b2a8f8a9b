import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { dropOldRuns, makePartitionsAhead } from './apply-retention.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-retention': WorkflowType<object>;
  }
}

/** Every night: makes the partitions that will be needed, drops those that are no longer kept. */
export const serpRetention = defineWorkflow({
  name: 'serp-retention',
  summary: 'Makes partitions of runs ahead and drops runs and evidence older than 35 days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['makePartitionsAhead', 'dropOldRuns'],
  run: async (ctx) => {
    await ctx.step('makePartitionsAhead', () => makePartitionsAhead(ctx));
    return { dropped: await ctx.step('dropOldRuns', () => dropOldRuns(ctx)) };
  },
});
