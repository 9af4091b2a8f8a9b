import type { Queue } from '#workflows/queues/queues.ts';

/** Google counts calls of all properties together, and a day of a large one is held in memory while it is read. */
export const searchConsoleQueue: Queue = {
  name: 'search-console',
  summary: 'reading what Google itself counts, one property at a time',
  concurrency: 1,
};
