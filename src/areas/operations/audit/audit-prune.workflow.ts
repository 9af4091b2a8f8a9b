import { z } from 'zod';
import { defineWorkflow } from '#context';
import { pruneAudit } from './prune-audit.ts';

/** Every night: what administrators did longer ago than it is to be kept. */
export const auditPrune = defineWorkflow({
  name: 'audit-prune',
  summary: 'Removes entries of the audit log that are older than its retention',
  input: z.object({}),
  queue: 'general-tasks',
  run: async (ctx) => ({ pruned: await ctx.step('pruneAudit', () => pruneAudit(ctx)) }),
});
