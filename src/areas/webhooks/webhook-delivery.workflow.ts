import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { isRetryable, messageOf, notFound, OutsideError } from '#kernel/errors.ts';
import type { StepScope } from '#workflows/define.ts';
import { webhookQueue } from './queues.ts';
import { findDelivery, recordTry } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'webhook-delivery': WorkflowType<z.input<typeof WebhookDeliveryInput>, WebhookDeliveryOutput>;
  }
}

const WebhookDeliveryInput = z.object({ delivery_id: z.string() });

export interface WebhookDeliveryOutput {
  /** Status of the receiver's answer; undefined: another run has delivered it. */
  readonly status: number | undefined;
}

/**
 * Sends an event to the receiver of the operator, again after 5, 10 and 20 s when it is not taken. A crash between the answer
 * and its record sends it once more, with the same id. Every try is in the log of deliveries.
 */
export const webhookDelivery = defineWorkflow({
  name: 'webhook-delivery',
  summary: 'sends an event to the receiver of the operator',
  input: WebhookDeliveryInput,
  queue: webhookQueue,
  steps: ['deliver'],
  run: async (ctx, { delivery_id: id }): Promise<WebhookDeliveryOutput> => await ctx.step('deliver', (scope) => deliver(ctx, id, scope)),
});

async function deliver(
  { postgres, clock, webhookReceiver }: WorkflowContext,
  deliveryId: string,
  { signal, isLastTry }: StepScope,
): Promise<WebhookDeliveryOutput> {
  const delivery = await findDelivery(postgres, deliveryId);
  if (delivery === undefined) throw notFound('Delivery');
  if (delivery.status === 'delivered') return { status: undefined };
  const beganAt = clock.now();
  const beganMs = performance.now();
  const measured = () => ({ deliveryId, beganAt, durationMs: Math.round(performance.now() - beganMs) });
  try {
    const status = await webhookReceiver.deliver(delivery, signal);
    await recordTry(postgres, { ...measured(), status: 'delivered', responseStatus: status, error: null });
    return { status };
  } catch (error) {
    if (signal.aborted) throw error;
    const status = isLastTry || !isRetryable(error) ? 'failed' : 'pending';
    const responseStatus = error instanceof OutsideError ? (error.code ?? null) : null;
    await recordTry(postgres, { ...measured(), status, responseStatus, error: messageOf(error) });
    throw error;
  }
}
