import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

const keywordHarvest: Queue = { name: 'keyword-harvest', summary: 'collecting keywords for research runs', concurrency: 5 };

export const harvestKeywords: MessageKind = {
  kind: 'harvest_keywords',
  workflow: 'keyword-harvest',
  queue: keywordHarvest,
  summary: 'collect keywords for a research run',
};

export const queues = [keywordHarvest];
export const messages = [harvestKeywords];
