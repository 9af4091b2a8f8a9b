import { IN_PROJECT, RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'channels',
      // Without its secret, which goes only with an archive of everything: it says that it is missing until it is entered again.
      project: IN_PROJECT,
      // That may be one of the organization.
      projectReplace: { fallback_channel_id: 'null' },
      importAs: { next_send_at: 'null::timestamptz' },
    },
    {
      table: 'notifications',
      formerly: 'webhook_deliveries',
      project: 'none',
      importAs: {
        status: `case when t.status in ('pending', 'held') then 'failed' else t.status end`,
        error: `case when t.status in ('pending', 'held') then ${RESTORED} else t.error end`,
        next_try_at: 'null::timestamptz',
      },
    },
    { table: 'notification_tries', formerly: 'webhook_tries', project: 'none' },
    { table: 'inbox_entries', project: IN_PROJECT },
    { table: 'inbox_marks', project: 'none' },
    { table: 'inbox_reads', project: 'none' },
  ],
  audited: ['channels'],
  unaudited: {
    notifications: WORK,
    notification_tries: WORK,
    inbox_entries: 'what people were to know; what it is about is recorded where it belongs',
    inbox_marks: 'what a person has read',
    inbox_reads: 'what a person has read',
  },
};
