/** Keyword research: from a website to a list of keywords. */
import { defineArea } from '#area/index.ts';
import { messages, queues } from './queues.ts';

export const research = defineArea({
  name: 'research',
  summary: 'Keyword research: from a website to a list of keywords.',
  queues,
  messages,
  tables: {},
});
