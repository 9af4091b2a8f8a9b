import { IN_PROJECT, MEASURED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

const OF_IMPORTS = 't.import_id in (select id from imports where project_id = $1)';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'imports',
      project: IN_PROJECT,
      // The file stays behind, and work that was under way does not go on.
      importAs: {
        status: `case when t.status in ('uploading', 'detected', 'mapped', 'committing') then 'failed' else t.status end`,
        error: `case when t.status in ('uploading', 'detected', 'mapped', 'committing') then 'the service was restored from an archive, which holds no files' else t.error end`,
        file_removed_at: 'coalesce(t.file_removed_at, now())',
      },
    },
    { table: 'import_rejects', project: OF_IMPORTS },
    { table: 'import_keywords', project: OF_IMPORTS },
    { table: 'import_notes', project: OF_IMPORTS },
    { table: 'import_templates', project: 'none' },
  ],
  analytics: [
    { table: 'imported_positions', owner: 'project' },
    { table: 'imported_serps', owner: 'project' },
  ],
  leftOut: { import_parts: 'pieces of files of others, which are kept for 30 days beside the stores' },
  audited: ['imports', 'import_templates'],
  unaudited: { import_parts: WORK, import_rejects: MEASURED, import_keywords: MEASURED, import_notes: MEASURED },
};
