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

/** The store outside is slow, and nothing waits for it. */
export const entityMirrorQueue: Queue = {
  name: 'entity-mirror',
  summary: 'copying keywords to the outside entity store, where one is configured',
  concurrency: 2,
};

export const harvestKeywords: MessageKind = {
  kind: 'harvest_keywords',
  workflow: 'keyword-harvest',
  queue: keywordHarvestQueue,
  summary: 'collect keywords for a research run',
};
export const mirrorKeywords: MessageKind = {
  kind: 'mirror_keywords',
  workflow: 'entity-mirror',
  queue: entityMirrorQueue,
  summary: 'copy keywords of a research run to the outside entity store',
};

export const queues = [keywordResearchQueue, keywordHarvestQueue, researchSweepQueue, entityMirrorQueue];
export const messages = [harvestKeywords, mirrorKeywords];
