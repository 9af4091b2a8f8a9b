import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { findNotification } from '../store/notifications.ts';
import { webhookQueue } from '../queues.ts';
import { toTry, type NotifyInput } from './enqueue-try.ts';

declare module '#context' {
  interface WorkflowTypes {
    'webhook-delivery': WorkflowType<{ readonly delivery_id: string }>;
  }
}

/** As earlier releases began to send to the receiver of the operator: what still waits of theirs goes the way of all others. */
export const webhookDelivery = defineWorkflow({
  name: 'webhook-delivery',
  summary: 'begins what an earlier release was to send to the receiver of the operator',
  input: z.object({ delivery_id: z.string() }),
  queue: webhookQueue,
  steps: ['hand-on'],
  run: async (ctx, { delivery_id: id }) =>
    await ctx.step('hand-on', async () => {
      const waiting = await findNotification(ctx.postgres, id);
      if (waiting?.status !== 'pending') return { handedOn: false };
      const input: NotifyInput = { notification_id: id, round: waiting.round, tries: waiting.roundTries, waits: 0 };
      await ctx.postgres.transaction((tx) => ctx.workflows.enqueue(tx, 'notify', ...toTry(input)));
      return { handedOn: true };
    }),
});
