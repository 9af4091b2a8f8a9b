import { MEASURED, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [],
  leftOut: { service_facts: 'how this service is now; another one finds out for itself within a minute' },
  unaudited: { service_facts: MEASURED },
};
