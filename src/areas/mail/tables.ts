import { IN_PROJECT, RESTORED, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'mails',
      project: 'none',
      // What a mail says is in no archive.
      importAs: {
        status: `case t.status when 'queued' then 'failed' else t.status end`,
        error: `case t.status when 'queued' then ${RESTORED} else t.error end`,
        secret_id: 'null',
        next_try_at: 'null::timestamptz',
      },
    },
    { table: 'mail_addresses', project: IN_PROJECT },
    // Only hashes: links in mails that were sent stay good.
    { table: 'mail_tokens', project: 'none' },
  ],
  unaudited: {
    mails: 'what the service sends, and what became of it; who caused it is in the audit log as their call',
    mail_addresses: 'what readers without an account decide about their own address; who enters one changes a channel or digest',
    mail_tokens: 'links of these addresses, which end',
  },
};
