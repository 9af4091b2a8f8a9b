/** Classification of domains, addresses and keywords. */
import { defineArea } from '#area/index.ts';
import { messages, queues } from './queues.ts';

export const classification = defineArea({
  name: 'classification',
  summary: 'What domains, addresses and keywords are.',
  queues,
  messages,
  tables: {},
});
