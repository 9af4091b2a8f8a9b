import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { endTask, failPending, pruneTasks } from './store/tasks.ts';
import { gatherResults, type TaskSummary } from './tasks/gather-results.ts';
import { orderPages } from './tasks/order-pages.ts';
import { serpRuns } from './queues.ts';
import { GENERAL_TASKS } from '#workflows/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-task': WorkflowType<{ readonly task_id: string }, TaskSummary>;
    'serp-tasks-prune': WorkflowType<object>;
  }
}

/** As long as the pages are kept. */
const KEPT_MS = 35 * DAY_MS;

/** Specification 3.4, 4.4: result pages that somebody comes back for. */
export const serpTask = defineWorkflow({
  name: 'serp-task',
  summary: 'Orders the result pages of a SERP task, and takes down what comes',
  input: z.object({ task_id: z.string().min(1) }),
  queue: serpRuns,
  idOf: (input) => input.task_id,
  run: async (ctx, { task_id: taskId }): Promise<TaskSummary> => {
    await orderOrFail(ctx, taskId);
    const summary = await ctx.waitUntil(() => gatherResults(ctx, taskId));
    await ctx.step('append', async () => {
      await ctx.outbox.flush().catch((error: unknown) => ctx.logger.warn({ error: messageOf(error) }, 'history waits in the outbox'));
    });
    return summary;
  },
});

/** A task whose pages cannot be ordered fails as a whole, and says why. */
async function orderOrFail(ctx: WorkflowContext, taskId: string): Promise<void> {
  try {
    await ctx.step('order', () => orderPages(ctx, taskId));
  } catch (error) {
    await ctx.step('store', async () => {
      await failPending(ctx.postgres, taskId, messageOf(error));
      await endTask(ctx.postgres, taskId, ctx.clock.now());
    });
    throw error;
  }
}

/** Every night: tasks whose pages are no longer kept. */
export const serpTasksPrune = defineWorkflow({
  name: 'serp-tasks-prune',
  summary: 'Removes SERP tasks that are older than 35 days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => ({
    pruned: await ctx.step('prune', () => pruneTasks(ctx.postgres, new Date(ctx.clock.now().getTime() - KEPT_MS))),
  }),
});
