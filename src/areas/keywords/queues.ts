import type { Queue } from '#workflows/queues/queues.ts';

/** One run at a time takes whatever is due, so that what comes in the meantime shares the next one. */
export const keywordEnrichmentQueue: Queue = {
  name: 'keyword-enrichment',
  summary: 'fetching figures of tracked keywords',
  concurrency: 1,
  isExclusive: true,
};
