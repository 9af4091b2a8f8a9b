import type { Queue } from '#workflows/queues/queues.ts';

/** Tries of one mail beside each other are workflows of their own, so that a server that is away for hours holds no slot. */
export const mailQueue: Queue = { name: 'mail', summary: 'handing mail to the mail server', concurrency: 5 };
