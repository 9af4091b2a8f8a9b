/** Visibility: website, places and apps of a project side by side. */
import { defineArea } from '#area/index.ts';
import { endpoints } from './routes.ts';

export const visibility = defineArea({
  name: 'visibility',
  summary: 'Website, maps and both app stores of a project side by side, day by day.',
  endpoints,
  tables: {},
  reads: ['app_rating_days', 'assets', 'tracked_app_keywords', 'tracked_apps'],
});
