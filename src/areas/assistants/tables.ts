import type { ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  leftOut: { assistant_quotes: 'prices that were good for a day at most, at this service; what was bought is in the ledger' },
  audited: ['assistant_quotes'],
};
