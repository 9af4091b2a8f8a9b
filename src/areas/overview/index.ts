/** Overview: all projects at a glance, and what changed in one of them. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { endpoints } from './routes.ts';

export { readOverview, type OverviewBody } from './read-overview.ts';

export const overview = defineArea({
  name: 'overview',
  summary: 'All projects at a glance, and what changed in one of them, each in one answer.',
  assistantTools,
  endpoints,
  tables: {},
  reads: ['assets', 'current_rankings', 'keywords', 'projects', 'tracked_keywords'],
});
