import { z } from 'zod';
import { defineWorkflow } from '#context';
import { pruneBudgetWindows } from './prune-budget-windows.ts';
import { GENERAL_TASKS } from '#workflows/queues.ts';

/** Every night: counters of budgets that are long past. */
export const budgetWindowsPrune = defineWorkflow({
  name: 'budget-windows-prune',
  summary: 'Removes counters of budgets that are older than 90 days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['pruneBudgetWindows'],
  run: async (ctx) => ({ pruned: await ctx.step('pruneBudgetWindows', async () => await pruneBudgetWindows(ctx)) }),
});
