/** Classification of domains, addresses and keywords. */
import { defineArea } from '#area/index.ts';
import { notBuilt } from './not-built.ts';
import { messages, queues } from './queues.ts';
import { notBuiltTriggers } from './triggers.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    classification: true;
  }
}

export const classification = defineArea({
  name: 'classification',
  summary: 'What domains, addresses and keywords are.',
  readingOrder: 6,
  notBuilt,
  notBuiltTriggers,
  queues,
  messages,
  // Nothing is published yet.
  liveTopics: ['classification'],
  tables: {},
});
