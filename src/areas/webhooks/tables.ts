import { RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'webhook_deliveries',
      project: 'none',
      importAs: {
        status: `case t.status when 'pending' then 'failed' else t.status end`,
        error: `case t.status when 'pending' then ${RESTORED} else t.error end`,
      },
    },
    { table: 'webhook_tries', project: 'none' },
  ],
  unaudited: {
    webhook_deliveries: WORK,
    webhook_tries: WORK,
  },
};
