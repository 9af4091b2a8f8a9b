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

export const queues = [llmReverification];
export const messages = [reverifyClassification];
