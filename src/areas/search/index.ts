/** Search: everything that a caller may see, by name or id. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { endpoints } from './routes.ts';

export const search = defineArea({
  name: 'search',
  summary: 'Everything that a caller may see, found by its name or id.',
  assistantTools,
  endpoints,
  tables: {},
  reads: [
    'apps',
    'assets',
    'job_runs',
    'keywords',
    'projects',
    'queries',
    'research_runs',
    'serp_runs',
    'tags',
    'tracked_apps',
    'tracked_keywords',
  ],
});
