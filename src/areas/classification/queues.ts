import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

export const llmReverification: Queue = {
  name: 'llm-reverification',
  summary: 'asking a language model about what the cheap stages were unsure of',
  concurrency: 5,
};

export const reverifyClassification: MessageKind = {
  kind: 'reverify_classification',
  workflow: 'llm-reverify',
  queue: llmReverification,
  summary: 'ask a language model again',
};

export const learning: Queue = {
  name: 'classifier-learning',
  summary: 'learning from corrections, one run at a time',
  concurrency: 1,
  isExclusive: true,
};

export const classificationLists: Queue = {
  name: 'classification-lists',
  summary: 'classifying lists that people give',
  concurrency: 5,
};

export const queues = [llmReverification, learning, classificationLists];
export const messages = [reverifyClassification];
