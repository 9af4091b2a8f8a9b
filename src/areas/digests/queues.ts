import type { Queue } from '#workflows/queues/queues.ts';

/** One at a time in a process: each reads all its projects, and screens share the stores with it. */
export const digestQueue: Queue = { name: 'digests', summary: 'making the mails of digests', concurrency: 1 };
