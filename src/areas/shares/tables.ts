import { IN_PROJECT, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  // With hashes of tokens and passwords: links work again after an import.
  relational: [{ table: 'public_shares', project: IN_PROJECT }],
  audited: ['public_shares'],
};
