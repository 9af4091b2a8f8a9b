import { IN_PROJECT, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [{ table: 'assets', project: IN_PROJECT, numbersOf: { domain_id: 'domains' } }],
};
