import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toAnswerKey } from '../asking/store-answers.ts';
import { answersQueue } from '../queues.ts';
import { forgetAnswers } from '../store/samples.ts';

declare module '#context' {
  interface WorkflowTypes {
    'answers-prune': WorkflowType<Record<string, never>, { readonly removed: number }>;
  }
}

const PART_SIZE = 500;

/** Removes answers that have been kept long enough; what was counted of them stays. */
export const answersPrune = defineWorkflow({
  name: 'answers-prune',
  summary: 'Removes answers of assistants that have been kept long enough',
  input: z.object({}).strict(),
  queue: answersQueue,
  run: async (ctx): Promise<{ removed: number }> => {
    let removed = 0;
    for (let part = 1; ; part += 1) {
      const tasks = await ctx.step(`part ${part}`, () => removePart(ctx));
      removed += tasks;
      if (tasks === 0) return { removed };
    }
  },
});

/** A crash in between leaves files that nothing names: the samples forget theirs after the files are gone. */
async function removePart(ctx: WorkflowContext): Promise<number> {
  return await ctx.postgres.transaction(async (tx) => {
    const tasks = await forgetAnswers(tx, ctx.clock.now(), PART_SIZE);
    for (const task of tasks) await ctx.blobs.remove(toAnswerKey(task));
    return tasks.length;
  });
}
