import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { deleteAlertsBefore, deleteMutesBefore, deleteRoundsBefore } from './store/prune.ts';

declare module '#context' {
  interface WorkflowTypes {
    'alert-prune': WorkflowType<object>;
  }
}

const KEPT_DAYS = 400;
const BATCH_SIZE = 1_000;

/** Every night: alerts, rounds and mutes that ended more than 400 days ago. */
export const alertPrune = defineWorkflow({
  name: 'alert-prune',
  summary: 'Removes alerts, rounds and mutes of more than 400 days ago',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => ({
    alerts: await ctx.step('pruneAlerts', () => prune(ctx, deleteAlertsBefore)),
    rounds: await ctx.step('pruneRounds', () => prune(ctx, deleteRoundsBefore)),
    mutes: await ctx.step('pruneMutes', () => prune(ctx, deleteMutesBefore)),
  }),
});

async function prune({ postgres, clock }: WorkflowContext, remove: typeof deleteAlertsBefore): Promise<number> {
  // By the observed world, in which they were written.
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await remove(postgres, before, BATCH_SIZE);
  return total;
}
