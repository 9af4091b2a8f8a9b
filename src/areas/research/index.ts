/** Keyword research: from a website to a list of keywords. */
import { defineArea } from '#area/index.ts';
import { gapEndpoints } from './gap/routes.ts';
import { notBuilt } from './not-built.ts';
import { messages, queues } from './queues.ts';

export const research = defineArea({
  name: 'research',
  summary: 'Keyword research: from a website to a list of keywords.',
  readingOrder: 7,
  endpoints: [...gapEndpoints],
  notBuilt,
  queues,
  messages,
  tables: {},
  reads: ['assets', 'domain_keywords', 'domains'],
});
