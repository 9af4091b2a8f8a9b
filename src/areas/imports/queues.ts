import type { Queue } from '#workflows/queues/queues.ts';

/** A commit keeps a file open and its rows in memory for a moment, so few run beside each other. */
export const importsQueue: Queue = {
  name: 'imports',
  summary: 'writing the history of other trackers, and taking it away again',
  concurrency: 2,
};
