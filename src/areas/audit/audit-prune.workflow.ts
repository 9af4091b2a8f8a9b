import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { pruneAudit } from './prune-audit.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'audit-prune': WorkflowType<object>;
  }
}

/** Every night: what administrators did longer ago than it is to be kept. */
export const auditPrune = defineWorkflow({
  name: 'audit-prune',
  summary: 'Removes entries of the audit log that are older than its retention',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => ({ pruned: await ctx.step('pruneAudit', () => pruneAudit(ctx)) }),
});
