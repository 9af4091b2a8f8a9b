import { KEEP, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // Only hashes: nobody can be let in by what an archive holds, and whoever had a key is let in again.
    { table: 'api_keys', project: 'none', isOptional: true, isNeverEmpty: true, onConflict: KEEP },
    { table: 'audit_log', project: 'none', isNeverEmpty: true, onConflict: KEEP },
  ],
};
