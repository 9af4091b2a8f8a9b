/** Events for the receiver of the operator: announced, signed, delivered, logged. */
import { defineArea } from '#area/index.ts';
import { webhookQueue } from './queues.ts';
import { endpoints } from './routes.ts';
import { tables } from './tables.ts';
import { webhookDelivery } from './webhook-delivery.workflow.ts';

export { announceCategorySync, type CategorySync } from './announce.ts';

export const webhooks = defineArea({
  name: 'webhooks',
  summary: 'Events for the receiver of the operator: their deliveries, and sending them again.',
  endpoints,
  workflows: [webhookDelivery],
  queues: [webhookQueue],
  tables,
});
