import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

export const keywordResearchQueue: Queue = {
  name: 'keyword-research',
  summary: 'finding out what a site is, before a research run is confirmed',
  concurrency: 10,
};
export const keywordHarvestQueue: Queue = { name: 'keyword-harvest', summary: 'collecting keywords for research runs', concurrency: 5 };
/** One look at a time. */
export const researchSweepQueue: Queue = {
  name: 'research-sweep',
  summary: 'ending research runs that wait too long or whose work has stopped',
  concurrency: 1,
  isExclusive: true,
};

export const harvestKeywords: MessageKind = {
  kind: 'harvest_keywords',
  workflow: 'keyword-harvest',
  queue: keywordHarvestQueue,
  summary: 'collect keywords for a research run',
};

export const queues = [keywordResearchQueue, keywordHarvestQueue, researchSweepQueue];
export const messages = [harvestKeywords];
