import type { Queue } from '#workflows/queues/queues.ts';

/** Each mostly waits for the provider. */
export const answersQueue: Queue = { name: 'answers', summary: 'asking assistants, and reading what they answered', concurrency: 20 };
