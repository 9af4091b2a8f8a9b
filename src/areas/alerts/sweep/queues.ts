import type { Queue } from '#workflows/queues/queues.ts';

/** One after the other, so that no two judge the same rule. */
export const alertSweeps: Queue = {
  name: 'alert-sweeps',
  summary: 'judging rules by the minute, the hour and the week',
  concurrency: 1,
  isExclusive: true,
};
