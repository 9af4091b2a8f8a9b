/** What Google itself counts of a project's websites, beside what is measured. */
import { defineArea } from '#area/index.ts';
import { endpoints } from './routes.ts';
import { tables } from './tables.ts';

export const searchConsole = defineArea({
  name: 'search-console',
  summary: 'What Google itself counts of websites in Search Console.',
  endpoints,
  tables,
});
