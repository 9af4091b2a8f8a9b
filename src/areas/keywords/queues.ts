import type { Queue } from '#workflows/queues/queues.ts';

/** One run at a time takes all that is due; later requests share the next run. */
export const keywordEnrichmentQueue: Queue = {
  name: 'keyword-enrichment',
  summary: 'fetching figures of tracked keywords',
  concurrency: 1,
  isExclusive: true,
};

/** One run at a time, so that none writes labels that another has just put aside. */
export const keywordLabelsQueue: Queue = {
  name: 'keyword-labels',
  summary: 'reading the words of tracked keywords',
  concurrency: 1,
  isExclusive: true,
};
