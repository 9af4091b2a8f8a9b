import type { Queue } from '#workflows/queues/queues.ts';

/** A run reads a whole list, which screens wait for too. */
export const exportsQueue: Queue = {
  name: 'exports',
  summary: 'writing lists into files, and bringing them where people want them',
  concurrency: 2,
};
