import type { ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'organizations',
      project: 't.id = (select organization_id from projects where id = $1)',
      isShared: true,
    },
    { table: 'projects', project: 't.id = $1' },
  ],
};
