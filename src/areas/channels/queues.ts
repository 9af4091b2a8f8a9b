import type { Queue } from '#workflows/queues/queues.ts';

/** Each try is a workflow of its own, so that a receiver that is away for hours holds no slot; how fast a channel is sent to, its limits say. */
export const notifyQueue: Queue = { name: 'notify', summary: 'sending messages to channels', concurrency: 20 };

export const webhookQueue: Queue = { name: 'webhook-delivery', summary: 'sending events to the receiver of the operator', concurrency: 5 };
