import type { Queue } from '#workflows/queues/queues.ts';

/** Each waits for what it has begun, so apart from that. */
export const jobRuns: Queue = { name: 'job-runs', summary: 'runs of jobs', concurrency: 100 };
