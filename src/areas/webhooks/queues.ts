import type { Queue } from '#workflows/queues/queues.ts';

export const webhookQueue: Queue = { name: 'webhook-delivery', summary: 'sending events to the receiver of the operator', concurrency: 5 };
