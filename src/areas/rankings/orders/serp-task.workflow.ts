import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { updateTaskTimes, updatePendingToFailed, pruneOrders } from './store.ts';
import { recordTaskResults, type TaskSummary } from './record-task-results.ts';
import { orderPages } from './order-pages.ts';
import { serpRuns } from '../queues.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-task': WorkflowType<{ readonly task_id: string }, TaskSummary>;
    'serp-tasks-prune': WorkflowType<object>;
  }
}

/** How long an order is kept: as long as pages are by default. */
const KEPT_MS = 35 * DAY_MS;

/** Orders the result pages of a task and records their results, for a client that polls. */
export const serpTask = defineWorkflow({
  name: 'serp-task',
  summary: 'Orders the result pages of a SERP task, and takes down what comes',
  input: z.object({ task_id: z.string().min(1) }),
  queue: serpRuns,
  idOf: (input) => input.task_id,
  run: async (ctx, { task_id: taskId }): Promise<TaskSummary> => {
    await orderOrFail(ctx, taskId);
    const summary = await ctx.waitUntil(() => recordTaskResults(ctx, taskId));
    await ctx.step('append', () => ctx.outbox.tryFlush());
    return summary;
  },
});

/** A task whose pages cannot be ordered fails as a whole, with the reason. */
async function orderOrFail(ctx: WorkflowContext, taskId: string): Promise<void> {
  try {
    await ctx.step('order', () => orderPages(ctx, taskId));
  } catch (error) {
    await ctx.step('store', async () => {
      await updatePendingToFailed(ctx.postgres, taskId, messageOf(error));
      await updateTaskTimes(ctx.postgres, taskId, { endedAt: ctx.clock.now() });
    });
    throw error;
  }
}

/** Every night: deletes tasks whose pages are deleted. */
export const serpTasksPrune = defineWorkflow({
  name: 'serp-tasks-prune',
  summary: 'Removes SERP tasks that are older than 35 days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => ({
    pruned: await ctx.step('prune', () => pruneOrders(ctx.postgres, new Date(ctx.clock.now().getTime() - KEPT_MS))),
  }),
});
