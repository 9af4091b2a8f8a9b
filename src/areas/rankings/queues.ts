import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

// Runs are apart from the checks they wait for: in one queue, twenty waiting runs would let none of their checks in.
export const serpRuns: Queue = {
  name: 'serp-runs',
  summary: 'tracking runs, each waiting for its checks, and pages of requests that are tried again',
  concurrency: 100,
};
export const serpChecks: Queue = {
  name: 'serp-checks',
  summary: 'one result page each, within the provider limits',
  concurrency: 20,
  rateLimit: { limitPerPeriod: 30, periodSeconds: 1 },
};
export const serpPosts: Queue = {
  name: 'serp-posts',
  summary: "posts of up to a hundred checks to the provider's queue",
  concurrency: 4,
};
// The next one waits for its turn while it has the place: two places would only set aside money twice.
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

const trackSerp: MessageKind = { kind: 'serp_tracking', workflow: 'serp-tracking', queue: serpRuns, summary: 'check tracked keywords' };

export const queues = [serpRuns, serpChecks, serpPosts, storeBPosts, serpAnswersQueue, serpSweeps];
export const messages = [trackSerp];
