import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { deleteEntriesBefore } from '../store/inbox.ts';
import { deleteNotificationsBefore } from '../store/notifications.ts';

declare module '#context' {
  interface WorkflowTypes {
    'channel-prune': WorkflowType<object>;
  }
}

const KEPT_DAYS = 400;
const BATCH_SIZE = 1_000;

/** Every night: messages, their tries and entries of the inbox of more than 400 days ago. */
export const channelPrune = defineWorkflow({
  name: 'channel-prune',
  summary: 'Removes messages to channels and entries of the inbox of more than 400 days ago',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => ({
    notifications: await ctx.step('pruneNotifications', () => prune(ctx, deleteNotificationsBefore)),
    entries: await ctx.step('pruneEntries', () => prune(ctx, deleteEntriesBefore)),
  }),
});

async function prune(
  { postgres, clock }: WorkflowContext,
  remove: (sql: Sql, before: Date, limit: number) => Promise<number>,
): Promise<number> {
  // By the observed world, in which they were written.
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await remove(postgres, before, BATCH_SIZE);
  return total;
}
