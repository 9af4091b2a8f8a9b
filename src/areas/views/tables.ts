import { IN_PROJECT, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    { table: 'saved_views', project: IN_PROJECT },
    { table: 'annotations', project: IN_PROJECT },
  ],
  audited: ['saved_views', 'annotations'],
};
