import type { ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // Of no project: what a site is does not depend on who asks. Labels also stand in the rows of domains and pages.
    { table: 'classifications', project: 'none' },
  ],
};
