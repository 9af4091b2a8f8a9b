import { RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

const OF_PROJECT = `project_ids = array[$1::text]`;

export const tables: ArchiveTables = {
  relational: [
    // Those of several projects stay out of an archive of one.
    { table: 'digests', project: `t.${OF_PROJECT}` },
    {
      table: 'digest_runs',
      project: `t.digest_id in (select id from digests where ${OF_PROJECT})`,
      importAs: {
        status: `case t.status when 'queued' then 'failed' else t.status end`,
        reason: `case t.status when 'queued' then ${RESTORED} else t.reason end`,
        ended_at: 'coalesce(t.ended_at, t.created_at)',
      },
    },
  ],
  audited: ['digests'],
  unaudited: { digest_runs: WORK },
};
