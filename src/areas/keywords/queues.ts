import type { Queue } from '#workflows/queues/queues.ts';

/** One run at a time takes all that is due; later requests share the next run. */
export const keywordEnrichmentQueue: Queue = {
  name: 'keyword-enrichment',
  summary: 'fetching figures of tracked keywords',
  concurrency: 1,
  isExclusive: true,
};
