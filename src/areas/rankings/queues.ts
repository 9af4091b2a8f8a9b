import { PROVIDER_LIMITS } from '#providers/search-data/limits.ts';
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
  concurrency: PROVIDER_LIMITS.concurrency,
  rateLimit: { limitPerPeriod: PROVIDER_LIMITS.perSecond, periodSeconds: 1 },
};
/** Two at once would pack the same answers. */
export const serpEvidence: Queue = {
  name: 'serp-evidence',
  summary: "packing the provider's answers as received, one at a time",
  concurrency: 1,
  isExclusive: true,
};
/** Two at once would move the same results. */
export const serpResults: Queue = {
  name: 'serp-results',
  summary: 'moving results that earlier releases kept in PostgreSQL, one at a time',
  concurrency: 1,
  isExclusive: true,
};
const trackSerp: MessageKind = { kind: 'serp_tracking', workflow: 'serp-tracking', queue: serpRuns, summary: 'check tracked keywords' };

export const queues = [serpRuns, serpChecks, serpEvidence, serpResults];
export const messages = [trackSerp];
