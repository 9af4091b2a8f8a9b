import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { deleteAnswersBefore } from './store/answers.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-answers-prune': WorkflowType<object, { readonly pruned: number }>;
  }
}

/** They serve for one day; the second leaves room for clocks. */
const KEPT_MS = 2 * DAY_MS;

/** Every night: answers about keywords that serve no more. */
export const keywordAnswersPrune = defineWorkflow({
  name: 'keyword-answers-prune',
  summary: 'Removes answers about keywords that are older than two days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['pruneKeywordAnswers'],
  run: async (ctx) => ({
    pruned: await ctx.step('pruneKeywordAnswers', async () => {
      const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
      return await deleteAnswersBefore(ctx.postgres, before);
    }),
  }),
});
