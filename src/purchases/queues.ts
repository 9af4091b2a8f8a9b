import type { Queue } from '#workflows/queues/queues.ts';

export const serpPosts: Queue = {
  name: 'serp-posts',
  summary: "posts of up to a hundred checks to the provider's queue",
  concurrency: 4,
};
// The next one waits for the rate limit while it has the slot: two slots would only set aside money twice.
export const storeBPosts: Queue = {
  name: 'store-b-posts',
  summary: "posts of up to a hundred questions about store_b to the provider's queue, one after the other",
  concurrency: 1,
};
export const serpAnswersQueue: Queue = {
  name: 'serp-answers',
  summary: "what the provider's queue delivered",
  concurrency: 3,
  isPerProcess: true,
};
export const serpSweeps: Queue = {
  name: 'serp-sweeps',
  summary: "collecting what the provider's queue did not deliver, one at a time",
  concurrency: 1,
  isExclusive: true,
};

export const queues = [serpPosts, storeBPosts, serpAnswersQueue, serpSweeps];
