import { KEEP, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // Only hashes: an archive holds no usable key, and existing keys work again after an import.
    { table: 'api_keys', project: 'none', isOptional: true, isNeverEmpty: true, onConflict: KEEP },
    { table: 'audit_log', project: 'none', isNeverEmpty: true, onConflict: KEEP },
  ],
};
