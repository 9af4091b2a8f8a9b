import { KEEP, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [{ table: 'audit_log', project: 'none', isNeverEmpty: true, onConflict: KEEP }],
  unaudited: {
    audit_log: 'the log itself',
  },
};
