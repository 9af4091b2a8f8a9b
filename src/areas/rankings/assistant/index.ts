/** What assistants learn of positions (`docs/assistants.md`). */
import { checkNow } from './check-now.ts';
import { compareSites } from './compare-sites.ts';
import { listKeywords } from './list-keywords.ts';
import { keywordHistory, resultPage, whatChanged } from './read-past.ts';

export const assistantTools = [listKeywords, keywordHistory, whatChanged, resultPage, compareSites, checkNow];
