import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { pruneBudgetWindows } from './prune-budget-windows.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'budget-windows-prune': WorkflowType<object, { readonly pruned: number }>;
  }
}

/** Every night: counters of budgets that are long past. */
export const budgetWindowsPrune = defineWorkflow({
  name: 'budget-windows-prune',
  summary: 'Removes counters of budgets that are older than 90 days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['pruneBudgetWindows'],
  run: async (ctx) => ({ pruned: await ctx.step('pruneBudgetWindows', async () => await pruneBudgetWindows(ctx)) }),
});
