import { z } from 'zod';
import { defineWorkflow, type AppContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { deleteWindowsBefore } from '../store/budgets.ts';

declare module '#context' {
  interface WorkflowTypes {
    'budget-windows-prune': WorkflowType<object, { readonly pruned: number }>;
  }
}

/** How long counters of budgets are kept. */
const KEPT_DAYS = 90;

/** Every night: counters of budgets that are long past. */
export const budgetWindowsPrune = defineWorkflow({
  name: 'budget-windows-prune',
  summary: 'Removes counters of budgets that are older than 90 days',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['pruneBudgetWindows'],
  run: async (ctx) => ({ pruned: await ctx.step('pruneBudgetWindows', async () => await pruneBudgetWindows(ctx)) }),
});

/** Removes counters of budgets that were not changed for 90 days. @returns how many were removed */
export async function pruneBudgetWindows(ctx: Pick<AppContext, 'postgres' | 'clock'>): Promise<number> {
  return await deleteWindowsBefore(ctx.postgres, new Date(ctx.clock.realNow() - KEPT_DAYS * DAY_MS));
}
