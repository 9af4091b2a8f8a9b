import { RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // Crawls are those of the service. The default jobs are there from the beginning.
    {
      table: 'jobs',
      project: 'none',
      isNeverEmpty: true,
      onConflict: `on conflict (id) do update set name = excluded.name, cron_schedule = excluded.cron_schedule,
        is_enabled = excluded.is_enabled, config = excluded.config, next_run_at = excluded.next_run_at,
        created_at = excluded.created_at, updated_at = excluded.updated_at`,
    },
    {
      table: 'job_runs',
      project: 'none',
      importAs: {
        status: `case when t.completed_at is null then 'failed' else t.status end`,
        reason: `case when t.completed_at is null then ${RESTORED} else t.reason end`,
        completed_at: 'coalesce(t.completed_at, t.created_at)',
      },
    },
    {
      table: 'job_queue_items',
      project: 'none',
      // A crawl ends the item of a category in the transaction that stores its lists.
      writers: ['apps'],
      importAs: {
        status: `case when t.status in ('pending', 'processing') then 'failed' else t.status end`,
        error: `case when t.status in ('pending', 'processing') then ${RESTORED} else t.error end`,
        completed_at: 'coalesce(t.completed_at, t.created_at)',
      },
    },
  ],
  audited: ['jobs'],
  unaudited: {
    job_runs: WORK,
    job_queue_items: WORK,
  },
};
