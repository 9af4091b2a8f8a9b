import { RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // An export reads with the rights of who made it. An archive of a project comes from anyone, and must not name them.
    { table: 'exports', project: 'none' },
    {
      table: 'export_runs',
      project: 'none',
      // Files stay behind, and work that was under way does not go on.
      importAs: {
        status: `case when t.status in ('queued', 'running') then 'failed' else t.status end`,
        reason: `case when t.status in ('queued', 'running') then ${RESTORED} else t.reason end`,
        ended_at: 'coalesce(t.ended_at, t.created_at)',
        file_removed_at: 'coalesce(t.file_removed_at, now())',
      },
    },
  ],
  audited: ['exports'],
  unaudited: { export_runs: WORK },
};
