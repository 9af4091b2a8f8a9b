import { IN_PROJECT, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [{ table: 'tracked_apps', project: IN_PROJECT }],
  analytics: [{ table: 'app_analytics', owner: 'none' }],
};
